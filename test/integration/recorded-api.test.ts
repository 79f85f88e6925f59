import * as build from "virtual:remix/server-build";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { apiCalls } from "~/lib/api/api-calls.server";
import { routePath } from "~/lib/http/route-path";
import { makePeople } from "~test/recorded/people";
import { type Area, areaNames, createRecording, readAnswers, textOf, unasked } from "~test/recorded/record";
import { playSeason, type World } from "~test/recorded/season";
import { lookThrough } from "~test/support/log-watch";

/*
 * The answers of all calls of the API, by roles and by good and bad input, are those that were recorded: clients read them. A change names
 * each difference, and may add keys alone. `RECORD=1 npx vitest run --project workers test/integration/recorded-api.test.ts` records anew.
 */

declare module "vitest" {
	interface ProvidedContext {
		/** Whether to record anew instead of comparing. */
		records: boolean;
	}
}

const recordings = import.meta.glob<string>("../recorded/answers/*.txt", {
	query: "?raw",
	import: "default",
	eager: true,
});
const fileOf = (area: Area) => `../recorded/answers/${area}.txt`;

let world: World;
let recording: ReturnType<typeof createRecording>;

beforeAll(async () => {
	// Thousands of lines.
	vi.spyOn(console, "log").mockImplementation(lookThrough);
	// Rows of one instant are answered in the order of their ids.
	let drawn = 0;
	vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
		drawn++;
		return `00000000-0000-4000-9000-${String(drawn).padStart(12, "0")}`;
	});
	const people = await makePeople();
	world = { ...people, ...(await playSeason(people)) };
	recording = createRecording(apiCalls, world);
});

beforeAll(() => recording.ask("reads"));

beforeAll(() => recording.ask("writes"));

afterAll(() => {
	vi.restoreAllMocks();
});

test.each(areaNames)("the answers about %s are those recorded", async (area) => {
	const now = recording.answersOf(area);
	if (inject("records")) return expect(textOf(now)).toMatchFileSnapshot(fileOf(area));
	const before = readAnswers(recordings[fileOf(area)] ?? "");
	for (const [call, answer] of now) expect.soft(answer, call).toBe(before.get(call));
	expect([...now.keys()]).toEqual([...before.keys()]);
});

test("every call of the API is recorded", () => {
	const described = apiCalls.map(({ method, path }) => `${method} ${path}`);
	const others = Object.keys(build.routes)
		.filter((id) => id.startsWith("routes/api.") && !id.endsWith("$"))
		.map((id) => routePath(build.routes, id));
	expect(unasked([...described, ...others.map((path) => `GET ${path}`)], world)).toEqual([]);
});
