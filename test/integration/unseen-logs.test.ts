import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { dayScores, registrations } from "~db/schema";
import { createApp } from "~test/support/app";
import { contentVersion, createAdmin, databaseOf } from "~test/support/factories";
import { deleteLogs, runScheduleAt, storedIgc } from "~test/support/igc";
import { flight, sentLogs } from "~test/support/sent-logs";

/* A log that changes no page empties no cache (rule 59), and one that does is seen at once. */

const db = databaseOf();
const sent = sentLogs();
const { scored, send } = sent;
const { app } = scored;
const later = createApp({ clock: "2025-07-15T18:30:00Z" });
const marks = ["HFGIDGLIDERID:ok 4321", "HFCIDCOMPETITIONID:7K"];
const own = () => ({ as: sent.pilot });

beforeEach(async () => {
	await db
		.update(registrations)
		.set({ registrationNumber: "OK-4321", logger: "LX" })
		.where(eq(registrations.id, sent.entry.id));
});

/** What visitors read of the day and its flights. */
async function publicPages(): Promise<readonly string[]> {
	const { date, id } = scored.day;
	const { flights } = await storedIgc();
	const paths = [
		"/",
		"/statuses",
		"/starting-list",
		"/igc",
		"/pilots/7K",
		"/days/4",
		"/days/4/replay?class=club",
		`/results?view=daily&class=${scored.club}&day=${id}`,
		`/results?view=total&class=${scored.club}`,
		`/results/sheet/${date}/club`,
		`/scores/${id}/${sent.entry.id}`,
		`/api/scoring/${id}/${scored.club}`,
		`/api/competitorstatuses/${id}`,
		"/api/results/top",
		...flights.map((one) => `/igc/${one.id}`),
	];
	return Promise.all(
		paths.map(async (path) => {
			const response = await app.get(path, { language: "en" });
			return `${path} ${response.status} ${await response.text()}`;
		}),
	);
}

/** Does something, and says whether a page has changed and whether the caches are emptied. */
async function effectOf(work: () => Promise<unknown>) {
	// The schedule does first what time alone would do.
	await runScheduleAt("2025-07-15T17:59:00Z");
	const [pages, version] = [await publicPages(), await contentVersion()];
	await work();
	await runScheduleAt("2025-07-15T18:31:00Z");
	const after = await publicPages();
	return {
		changed: pages.filter((page, index) => page !== after[index]).map((page) => page.split(" ")[0]),
		isRaised: (await contentVersion()) > version,
	};
}

const unseen = { changed: [], isRaised: false };

describe("no page changes and no cache is emptied by", () => {
	test("a stranger's log without a second sign, and one more of the flight", async () => {
		expect(await effectOf(() => send(flight()))).toEqual(unseen);
		expect(await effectOf(() => send(flight([], { pressureAtField: 460 })))).toEqual(unseen);
		expect((await storedIgc()).versions).toHaveLength(3);
	});

	test("a stranger's log beside the pilot's own, which has the same signs", async () => {
		await send(flight(), own());
		expect(await effectOf(() => send(flight(marks)))).toEqual(unseen);
	});

	test("the same bytes again, by the pilot and by others", async () => {
		await send(flight(), own());
		expect(await effectOf(() => send(flight(), own()))).toEqual(unseen);
		expect(await effectOf(() => send(flight()))).toEqual(unseen);
	});

	test("the bytes of a superseded log, sent by a stranger", async () => {
		await send(flight(), own());
		await send(flight([], { pressureAtField: 460 }), own(), later);
		expect(await effectOf(() => send(flight()))).toEqual(unseen);
	});

	test("the pilot's log beside one that an organiser has decided", async () => {
		await send(flight(), { as: await createAdmin() });
		expect(await effectOf(() => send(flight([], { pressureAtField: 460 }), own(), later))).toEqual(unseen);
	});

	test("an organiser's log beside the pilot's own", async () => {
		const admin = await createAdmin();
		await send(flight(), own());
		expect(await effectOf(() => send(flight([], { pressureAtField: 460 }), { as: admin }, later))).toEqual(
			unseen,
		);
	});

	test("a file that is refused", async () => {
		const refused = async () => {
			const response = await app.post("/igc", sent.body("no log"));
			expect(response.status).toBe(400);
		};
		expect(await effectOf(refused)).toEqual(unseen);
	});

	test("a stranger's log with a second sign in a class of which nobody has a flight yet", async () => {
		await deleteLogs();
		await db.delete(dayScores);
		expect(await effectOf(() => send(flight(marks)))).toEqual(unseen);
		expect(await sent.standing()).toBe("unconfirmed");
	});

	test("a stranger's log with a second sign in a class that the scorer has hidden", async () => {
		await db.update(dayScores).set({ published: false });
		expect(await effectOf(() => send(flight(marks)))).toEqual(unseen);
		expect(await sent.standing()).toBe("unconfirmed");
	});
});

describe("seen at once is", () => {
	test.each([
		["the pilot's own log", () => send(flight(), own())],
		["an organiser's log", async () => send(flight(), { as: await createAdmin() })],
		["a stranger's log with a second sign, which stands in the table", () => send(flight(marks))],
	])("%s", async (_, work) => {
		const { changed, isRaised } = await effectOf(work);
		expect(changed).toContain(`/results?view=daily&class=${scored.club}&day=${scored.day.id}`);
		expect(isRaised).toBe(true);
	});

	test("a stranger's log that its pilot confirms", async () => {
		const receipt = await send(flight());
		const confirm = () => app.post(receipt.replace("/receipt/", "/mine/"), {}, own());
		expect((await effectOf(confirm)).isRaised).toBe(true);
	});

	test("a stranger's log whose bytes the pilot sends", async () => {
		await send(flight());
		expect((await effectOf(() => send(flight(), own()))).isRaised).toBe(true);
	});

	test("an own log that supersedes, and the one before it when it is sent again", async () => {
		await send(flight(), own());
		const newer = () => send(flight([], { pressureAtField: 460 }), own(), later);
		expect((await effectOf(newer)).isRaised).toBe(true);
		expect((await effectOf(() => send(flight(), own(), later))).isRaised).toBe(true);
	});

	test("the first own log of a class in which strangers' logs stood unseen", async () => {
		await deleteLogs();
		await db.delete(dayScores);
		await send(flight(marks));
		const { changed, isRaised } = await effectOf(() => send(flight(), own(), later));
		expect([changed.length > 0, isRaised]).toEqual([true, true]);
	});
});
