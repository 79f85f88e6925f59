import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { soaringSpotKeys } from "~test/fakes/soaring-spot-keys";
import { type App, createApp } from "~test/support/app";
import { contentVersion, seedReference } from "~test/support/factories";
import { filledIn } from "~test/support/filled-in";
import { recordedDatabase } from "~test/support/recorded-batches";
import { fakeServices } from "~test/support/services";
import { visibleChanges } from "~test/support/visible-changes";
import { createChangedWorld, type VisibleChange } from "~test/support/visible-changes/changed-world";

/*
 * Every kind of change that visitors see is made while readers poll another isolate: none is seen later than after
 * 5 seconds, and what readers get is their edition's, in their language and made for nobody in particular.
 */

const now = "2025-07-15T16:00:00Z";
const { binding, batches } = recordedDatabase(env.DB_2025);
const bindings = {
	SOARING_SPOT_BASE_URL: `${fakeServices().soaringSpot}/v1/`,
	SOARING_SPOT_CLIENT_ID_2025: soaringSpotKeys.clientId,
	SOARING_SPOT_SECRET_2025: soaringSpotKeys.secret,
};
const writer = createApp({ clock: now, env: { ...bindings, DB_2025: binding } });
const uncached = createApp();
const olderUncached = createApp({ host: "2024.localhost" });
const languages = ["cs", "en"] as const;
let reader: App;

await seedReference(2024);
const world = await createChangedWorld();

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
	reader = createApp({ remembers: true });
	batches.length = 0;
});

afterEach(() => {
	vi.useRealTimers();
});

/** An address as one reader asks for it. */
interface Reading {
	readonly path: string;
	readonly language: (typeof languages)[number];
}

const readingsOf = (paths: readonly string[]): Reading[] =>
	paths.flatMap((path) => languages.map((language) => ({ path, language })));

async function read(app: App, { path, language }: Reading): Promise<string> {
	const response = await app.get(path, { language });
	return `${response.status} ${response.headers.get("Content-Language")} ${await response.text()}`;
}

const readAll = (app: App, readings: readonly Reading[]) =>
	Promise.all(readings.map((reading) => read(app, reading)));

/** Asks the reader's isolate as somebody logged in and for another edition, to leave traces where there can be any. */
async function disturb(paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		await reader.get(path, { as: world.admin });
		const older = await reader.fetch(new Request(`http://2024.localhost${path}`));
		expect(await older.text(), `${path} of 2024`).toBe(await (await olderUncached.get(path)).text());
	}
}

const nameOf = ({ useCase, what }: VisibleChange) => `${useCase}: ${what}`;

test.each(visibleChanges.map((change) => [nameOf(change), change] as const))(
	"%s is seen within 5 seconds by everybody, and by nobody as somebody else",
	{ timeout: 60_000 },
	async (_, change) => {
		const paths = change.seenAt.map((path) => filledIn(path, world));
		const readings = readingsOf(paths);
		const before = await readAll(uncached, readings);
		expect(await readAll(reader, readings)).toEqual(before);
		const versionBefore = await contentVersion();
		batches.length = 0;

		if (change.byTheClock) vi.useRealTimers();
		const answer = await change.make(writer, world);
		vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
		expect(answer.status, await answer.clone().text()).toBeLessThan(400);
		expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).not.toContain('"kind":"error"');

		// The change and the raised version are one batch.
		expect(await contentVersion()).toBeGreaterThan(versionBefore);
		const writes = new RegExp(`^(?:insert into|update|delete from) "${change.table}"`, "i");
		const changed = batches.filter((batch) => batch.some((query) => writes.test(query)));
		const raises = (batch: readonly string[]) =>
			batch.some((query) => /^update "edition_state"/i.test(query));
		expect(changed.some(raises)).toBe(true);

		const after = await readAll(uncached, readings);
		for (const [i, reading] of readings.entries()) {
			expect(after[i] === before[i], `${reading.path} shows the change`).toBe(false);
		}
		await disturb(paths);
		for (let second = 0; second < 5; second += 1) {
			const seen = await readAll(reader, readings);
			for (const [i, page] of seen.entries()) expect([before[i], after[i]]).toContain(page);
			vi.advanceTimersByTime(1_000);
		}
		expect(await readAll(reader, readings)).toEqual(after);
	},
);

/** What these write is what a function with a row here writes too: they are its other ends. */
const otherEnds = [
	"changeProtest",
	"decideFlight",
	"evaluateLog",
	"makeStaleResults",
	"repeatUpload",
	"rereadChart",
	"restoreChart",
	"storeProgress",
	"takeDaysOver",
	"takeTaskBack",
];

/** What is seen where LIVE is on: `live-consent.test.ts` makes it. */
const ofLive = ["savingDevices"];

/** What changes with two editions: `next-year.test.ts` makes it. */
const ofTwoEditions = ["openNextYear"];

test("no use case that visitors see is missing here", () => {
	// Only its call of `commit` says that a use case is visible: no list of routes or rights has it.
	const sources = import.meta.glob<string>("/app/lib/**/*.server.ts", {
		query: "?raw",
		import: "default",
		eager: true,
	});
	const functions = Object.values(sources).flatMap((source) =>
		source.split(/^(?=(?:export )?(?:async )?function)/m),
	);
	const visible = functions
		.filter((text) => /\bvisible(?:,| \}|:\s(?!false|boolean))/.test(text))
		.map((text) => /function (\w+)/.exec(text)?.[1]);
	expect(visible.length).toBeGreaterThan(30);
	expect(
		[
			...new Set(visibleChanges.map(({ useCase }) => useCase)),
			...otherEnds,
			...ofTwoEditions,
			...ofLive,
		].sort(),
	).toEqual(visible.sort());
});
