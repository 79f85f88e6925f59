import { expect } from "vitest";
import { bearer, newcomer, signedUp } from "~test/support/accounts";
import { createApp, freshWorker } from "~test/support/app";
import { testEdition } from "~test/support/test-edition";
import { test } from "~test/support/world";

/** A Worker with memories of its own, asked at different times. */
function clockedWorker() {
	const worker = freshWorker();
	return async (path: string, clock: string) => {
		const response = await createApp({ clock, worker }).get(path);
		return { text: await response.text(), state: response.headers.get("X-Edge-Cache") };
	};
}

const signup = Date.parse(testEdition.competition.signupSince);
const iso = (time: number) => new Date(time).toISOString();

const edges = [
	{ what: "the opening of signup", before: iso(signup - 1_000), after: iso(signup), changes: ["/"] },
	{
		what: "midnight in Prague, in summer",
		before: "2025-07-14T21:59:59Z",
		after: "2025-07-14T22:00:00Z",
		changes: ["/", "/statuses"],
	},
	{
		what: "midnight in Prague, in winter",
		before: "2025-02-28T22:59:59Z",
		after: "2025-02-28T23:00:00Z",
		changes: ["/"],
	},
] as const;
const paths = ["/", "/statuses", "/starting-list", "/calendar.ics", "/api/days", "/api/registration/form"];

test.each(edges)(
	"cached pages and reads of the API do not outlive $what",
	async ({ before, after, changes }) => {
		const ask = clockedWorker();
		for (const path of paths) {
			const early = await ask(path, before);
			expect((await ask(path, before)).state, path).toBe("HIT");
			const late = await ask(path, after);
			expect(late.state, path).toBe("MISS");
			expect(late.text, path).toBe((await clockedWorker()(path, after)).text);
			if (changes.some((changed) => changed === path)) expect(late.text, path).not.toBe(early.text);
		}
	},
);

test("by the API, accounts can be made from the second that signup opens", async () => {
	const sendAt = (clock: string) => createApp({ clock }).api("POST", "/api/users", newcomer());
	expect((await sendAt(iso(signup - 1_000))).status).toBe(403);
	expect((await sendAt(iso(signup))).status).toBe(201);
});

test("a clock that runs behind the real time moves days and sessions with it", async () => {
	const seconds = Math.ceil((Date.parse("2025-07-17T12:30:00Z") - Date.now()) / 1_000);
	const app = createApp({ clock: `${seconds}s` });
	const { token } = await signedUp(app);
	expect((await app.api("GET", "/api/auth/user", undefined, bearer(token))).status).toBe(200);
	expect((await createApp().api("GET", "/api/auth/user", undefined, bearer(token))).status).toBe(401);
	const board = await (await app.get("/statuses?view=board", { language: "en" })).text();
	expect(board).toMatch(/Day\s6,/);
});
