import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "~/lib/editions/prague-time";
import { competitionDays, dayScores } from "~db/schema";
import { type App, createApp } from "~test/support/app";
import { changeEdition } from "~test/support/change-edition";
import { createAdmin, databaseOf, storeStatus } from "~test/support/factories";
import { type FlownOptions, flownFile } from "~test/support/flown";
import { runScheduleAt, upload } from "~test/support/igc";
import { home, scoredClass, scoredTask, short } from "~test/support/scored-class";
import { createOrganiserWithFactor } from "~test/support/second-factor";
import { testEdition } from "~test/support/test-edition";

/* A practice year: its days are past or ahead, and it is played on an own machine or deployed, where no clock is moved. */

const db = databaseOf();
const scored = scoredClass();
const { competition } = testEdition;
let admin: { id: string };
let adam: { id: string };
let eva: { id: string };

const deployed = () =>
	createApp({ env: { MODE: "production" }, host: `${testEdition.year}.glidercup.example` });
const local = (clock: string) => createApp({ clock });
const longAfter = "2031-01-05T10:00:00Z";
const path = () => `/api/scoring/${scored.day.id}/${scored.club}`;

beforeEach(async () => {
	changeEdition({ practice: true });
	admin = await createAdmin();
	adam = await scored.pilot("Adamová", "A1");
	eva = await scored.pilot("Evová", "E2");
});

/** Uploads by the API, whose token is the same in both modes. @returns the status of the answer */
async function fly(app: App, entry: { readonly id: string }, options: FlownOptions): Promise<number> {
	const recorder = entry === adam ? "ALXV100" : "ALXV101";
	return (await upload(app, entry.id, scored.day.id, flownFile({ recorder, ...options }))).status;
}

const withDeadline = { ...scoredTask, rules: { ...scoredTask.rules, logDeadlineS: 3600 } };

async function rowsOf() {
	const [scores] = await db.select().from(dayScores).where(eq(dayScores.dayId, scored.day.id));
	return Object.fromEntries(
		(scores?.sheet.rows ?? []).map(({ registrationId, status, points, flight }) => [
			registrationId,
			{ status, points, findings: (flight?.findings ?? []).map(({ kind }) => kind) },
		]),
	);
}

const played = () => ({
	[adam.id]: { status: "finished", points: 422, findings: [] },
	[eva.id]: { status: "out", points: 86, findings: ["pointNotReached"] },
});

const change = (app: App, body: Readonly<Record<string, unknown>>) =>
	app.api("PATCH", path(), { reason: "Nácvik", ...body }, { as: admin });

describe("of a year that is long past", () => {
	test.each([
		["in local mode", local(longAfter), new Date(longAfter)],
		["deployed", deployed(), new Date()],
	])("its logs score, in time, and its results become unofficial %s", async (_, app, now) => {
		// Deployed, an organiser has a second factor.
		const { browser } = await createOrganiserWithFactor(app, now);
		await scored.publish(withDeadline);
		// In the sheet before the first log nobody has flown.
		await runScheduleAt(now.toISOString());
		expect(await rowsOf()).toMatchObject({ [adam.id]: { status: "dnf" }, [eva.id]: { status: "dnf" } });
		await fly(app, adam, { hops: home });
		await fly(app, eva, { hops: short });
		expect(await rowsOf()).toEqual(played());
		const desk = `/admin/scoring/${scored.day.date}/club`;
		for (const [intent, state] of [
			["unofficial", "unofficial"],
			["reopen", "preliminary"],
		] as const) {
			expect((await browser.post(app, desk, { intent, reason: "Nácvik" })).status, intent).toBe(303);
			expect((await db.select().from(dayScores)).map((one) => one.state)).toEqual([state]);
		}
	});

	test("a year that is no practice is locked by then", async () => {
		changeEdition({ practice: undefined });
		const app = local(longAfter);
		await scored.publish(withDeadline);
		await runScheduleAt("2031-01-05T09:59:00Z");
		await fly(app, adam, { hops: home });
		expect(await rowsOf()).toMatchObject({ [adam.id]: { status: "dnf" } });
		const decided = await app.api(
			"PATCH",
			`${path()}/${adam.id}`,
			{ guest: true, reason: "Host" },
			{ as: admin },
		);
		expect(decided.status).toBe(409);
	});

	test("two days after the end it changes as before, when any other year is locked", async () => {
		await scored.publish(scoredTask);
		await scored.fly(adam, { hops: home });
		const end = addDays(competition.to, 2);
		const [before, after] = [local(`${end}T21:59:00Z`), local(`${end}T22:00:00Z`)];
		const statuses = async (app: App) => (await change(app, { published: true, cancelled: false })).status;
		expect([await statuses(before), await statuses(after)]).toEqual([200, 200]);
		changeEdition({ practice: undefined });
		expect([await statuses(before), await statuses(after)]).toEqual([200, 409]);
	});

	test("who is said to fly or to be home is waited for, unless it was said on the day", async () => {
		await scored.publish(withDeadline);
		const say = (entry: { readonly id: string }, status: "FLYING" | "HOME", at: string) =>
			storeStatus({ registrationId: entry.id, dayId: scored.day.id, status, statusAt: new Date(at) });
		const statuses = async () => {
			await db.delete(dayScores);
			await runScheduleAt("2031-01-05T12:00:00Z");
			const rows = await rowsOf();
			return [rows[adam.id]?.status, rows[eva.id]?.status];
		};
		await say(adam, "FLYING", longAfter);
		await say(eva, "HOME", longAfter);
		expect(await statuses()).toEqual(["flying", "flying"]);
		await say(adam, "FLYING", "2025-07-15T10:00:00Z");
		await say(eva, "HOME", "2025-07-15T14:00:00Z");
		expect(await statuses()).toEqual(["missing", "missing"]);
		changeEdition({ practice: undefined });
		await say(adam, "FLYING", longAfter);
		await say(eva, "HOME", "2031-01-05T11:59:00Z");
		expect(await statuses()).toEqual(["missing", "missing"]);
	});
});

test("a practice that is played on its day has the deadlines of any other", async () => {
	await scored.publish(withDeadline);
	// Adamová lands at 12:19 and Evová at 10:41 UTC or so.
	await fly(local("2025-07-15T13:00:00Z"), adam, { hops: home });
	await fly(local("2025-07-15T21:59:00Z"), eva, { hops: short });
	expect(await rowsOf()).toMatchObject({
		[adam.id]: { findings: [] },
		[eva.id]: { findings: ["pointNotReached", "logLate"] },
	});
});

describe("of a year that is ahead", () => {
	const next = `${new Date().getUTCFullYear() + 1}-07-15`;

	beforeEach(async () => {
		const values = { id: crypto.randomUUID(), date: next, name: "Den 15", task: "TASK" as const };
		await db
			.insert(competitionDays)
			.values({ ...values, updatedAt: new Date() })
			.onConflictDoNothing();
		const [day] = await db.select().from(competitionDays).where(eq(competitionDays.date, next));
		if (!day) throw new Error("no such day");
		scored.day = day;
		changeEdition({ competition: { ...competition, from: next, to: next } });
	});

	test.each([
		["in local mode", local("2025-02-01T10:00:00Z")],
		["deployed", deployed()],
	])("its logs count as of their day %s", async (_, app) => {
		await scored.publish(withDeadline);
		await fly(app, adam, { hops: home, date: next });
		await fly(app, eva, { hops: short, date: next });
		expect(await rowsOf()).toEqual(played());
	});

	test("a log of a day after its last one is refused, as in any other year one of tomorrow", async () => {
		await scored.publish(scoredTask);
		const app = local("2025-02-01T10:00:00Z");
		const answered = (date: string) => fly(app, adam, { hops: home, date });
		expect(await answered(addDays(next, 1))).toBe(400);
		changeEdition({ practice: undefined });
		expect(await answered(next)).toBe(400);
		changeEdition({ practice: true });
		expect(await answered(next)).toBe(201);
	});
});
