import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { competitionDays, lastPositions } from "~db/schema";
import { createApp } from "~test/support/app";
import { createAdmin, createRegistration, databaseOf, storeStatus } from "~test/support/factories";
import { elementsIn, textsIn } from "~test/support/html";
import { test } from "~test/support/world";

/* The desk on the nights in which the clocks change, and on the days that have 25 and 23 hours. */

const db = databaseOf();
const at = (time: string) => createApp({ clock: `${time}Z` });
type App = ReturnType<typeof createApp>;

const admin = await createAdmin();

/** A day with a pilot, and what the desk does there. */
async function flyingDay(date: string) {
	const id = `day-${date}`;
	await db.insert(competitionDays).values({ id, name: date, date, task: "TASK", updatedAt: new Date(0) });
	const entry = await createRegistration({ accepted: true });
	await storeStatus({
		registrationId: entry.id,
		dayId: id,
		status: "DNF",
		statusAt: new Date(0),
	});
	const grid = `/grid?day=${date}`;
	const read = async (app: App, path: string) => (await app.get(path, { as: admin, language: "en" })).text();
	return {
		id,
		entry,
		launch: (app: App, launches: number, fields: Readonly<Record<string, string>> = {}) =>
			app.post(grid, { day: id, pilot: entry.id, launches: String(launches), ...fields }, { as: admin }),
		chips: async (app: App) => textsIn(await read(app, grid), `[id$="-${entry.id}"] .chip`),
		red: async (app: App) =>
			elementsIn(await read(app, `/statuses?day=${date}&duty=on`), "section.notice-danger")
				.map(({ textContent }) => textContent)
				.join(" "),
		sheet: `/outlandings/overdue/${date}/${entry.id}`,
		read,
	};
}

test.each([
	{
		what: "a day of 25 hours",
		date: "2025-10-26",
		noon: "2025-10-26T11:00:00",
		relight: "2025-10-26T12:30:00",
		shown: ["launch 12:00", "relight 13:30"],
		// The sun sets at 16:45.
		calm: "2025-10-26T14:30:00",
		dusk: "2025-10-26T15:00:00",
		seen: "2025-10-26T12:05:00Z",
		age: "2:55",
	},
	{
		what: "a day of 23 hours",
		date: "2025-03-30",
		noon: "2025-03-30T10:00:00",
		relight: "2025-03-30T11:30:00",
		shown: ["launch 12:00", "relight 13:30"],
		// The sun sets at 19:25.
		calm: "2025-03-30T16:10:00",
		dusk: "2025-03-30T16:45:00",
		seen: "2025-03-30T11:05:00Z",
		age: "5:40",
	},
])("launches, rows and positions of $what have the times of its clocks", async (day) => {
	const { id, entry, launch, chips, red, sheet, read } = await flyingDay(day.date);
	await launch(at(day.noon), 1);
	// The tap of the relight waits for an hour without a line.
	const hourLater = at(new Date(Date.parse(`${day.relight}Z`) + 3_600_000).toISOString().slice(0, 19));
	await launch(hourLater, 2, { seen: "1", waited: String(3_600_000) });
	expect(await chips(hourLater)).toEqual(day.shown);
	expect(await red(at(day.calm))).toBe("");
	expect(await red(at(day.dusk))).toContain(entry.startNumber);

	const note = { position: "49.9, 15.1", time: "13:05", source: "OGN" };
	await at(day.dusk).post(sheet, note, { as: admin });
	const [noted] = await db
		.select()
		.from(lastPositions)
		.where(and(eq(lastPositions.dayId, id), eq(lastPositions.registrationId, entry.id)));
	expect(noted?.seenAt).toEqual(new Date(day.seen));
	const html = await read(at(day.dusk), sheet);
	const [position] = textsIn(html, "section[aria-labelledby^=position-]");
	expect(position).toContain("13:05");
	expect(position).toContain(day.age);
});

test.each([
	["of 25 hours", "2025-10-25", "2025-10-26T00:30:00", "2025-10-26T10:30:00", "2025-10-26T11:30:00"],
	["of 23 hours", "2025-03-29", "2025-03-30T00:30:00", "2025-03-30T09:30:00", "2025-03-30T10:30:00"],
])("the night before a day %s hides nobody until its noon", async (_, date, night, morning, afternoon) => {
	const { launch, red, entry } = await flyingDay(date);
	await launch(at(`${date}T11:00:00`), 1);
	for (const time of [night, morning]) expect(await red(at(time)), time).toContain(entry.startNumber);
	expect(await red(at(afternoon))).toBe("");
});

test("a position of the night or the next morning is later than all of the day", async () => {
	const { launch, sheet, entry } = await flyingDay("2025-08-20");
	await launch(at("2025-08-20T04:00:00"), 1);
	const noted = [
		["06:30", "2025-08-20T20:00:00", "2025-08-20T04:30:00.000Z"],
		["00:40", "2025-08-20T23:30:00", "2025-08-20T22:40:00.000Z"],
		["05:30", "2025-08-21T06:00:00", "2025-08-21T03:30:00.000Z"],
		["13:05", "2025-08-21T06:10:00", "2025-08-20T11:05:00.000Z"],
	] as const;
	for (const [time, now] of noted)
		await at(now).post(sheet, { position: "49.9, 15.1", time, source: "telefon v síti" }, { as: admin });
	const rows = await db
		.select()
		.from(lastPositions)
		.where(eq(lastPositions.registrationId, entry.id))
		.orderBy(lastPositions.createdAt);
	expect(rows.map(({ seenAt }) => seenAt.toISOString())).toEqual(noted.map(([, , seen]) => seen));
});
