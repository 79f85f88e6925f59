import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Long, ObjectId } from "bson";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileOf, type MovePlace, movePlace, startStores } from "~test/support/move-place";
import { dumpInMemory } from "~test/support/old-dump";
import type { Doc } from "~test/support/old-making";
import { oldSite } from "~test/support/old-site";
import { sumLine } from "../../scripts/move-in/tally";

/*
 * Dumps that are broken, and dumps that come after people have worked here: each has a line that says it, and nothing is half written.
 */

const year = 2022;
const folder = mkdtempSync(join(tmpdir(), "move-in-hostile-"));
let miniflare: Miniflare;
let place: MovePlace;

beforeAll(async () => {
	miniflare = startStores(["DB_2022", "used"]);
	place = await movePlace(miniflare, fileOf(year), folder);
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

type Collections = Record<string, Doc[]>;
const made = oldSite(fileOf(year), { people: 12, logs: 1 });
const of = (name: string): Doc[] => made.collections[name] ?? [];
const idIn = (name: string, index: number) => String(of(name)[index]?._id);
/** The dump with other fields in a document. */
const changed = (name: string, index: number, fields: Record<string, unknown>): Collections => ({
	...made.collections,
	[name]: of(name).map((doc, place) => (place === index ? { ...doc, ...fields } : doc)),
});
const move = (collections: Collections, changes = {}) =>
	place.move({ dump: dumpInMemory(collections), ...changes });
const printed = () => place.printed.join("\n");
const row = (sql: string) => place.database.prepare(sql).first();

test("a document of another shape is taken over without what is strange, or left out, and each has its line", async () => {
	const strange: readonly (readonly [string, number, Record<string, unknown>, string])[] = [
		["users", 5, { admin: "yes" }, "changed on the way: admin is neither true nor false"],
		["users", 6, { email: { at: "pilot" } }, "left out: its address is none"],
		["users", 7, { surname: "\ud800" }, "changed on the way: surname has characters that nobody sees"],
		["registrations", 2, { glider: "LS 4" }, "left out: its type of glider leads nowhere, or is left out"],
		["registrations", 3, { accomodation: "Kemp" }, "changed on the way: accomodation is not known here"],
		["registrations", 4, { meals: true }, "changed on the way: meals is no number"],
		["registrations", 5, { meals: 100 }, "changed on the way: meals is no whole number from 0 to 99"],
		["registrations", 7, { igcId: Long.MAX_VALUE }, "changed on the way: igcId is no whole number from 0 to"],
		["registrations", 8, { createdAt: "5. 7. 2022" }, "changed on the way: createdAt is no time"],
		["registrations", 10, { region: "Praha" }, "left out: its region leads nowhere"],
		["news", 2, { author: "alena" }, "left out: its author leads nowhere, or is left out"],
		["news", 3, { _id: 7 }, "left out: its _id is none: 1 (document 4)"],
		["dailyresults", 2, { points: "mnoho" }, "left out: it lacks a name, a position or points"],
	];
	const collections: Collections = Object.fromEntries(
		Object.entries(made.collections).map(([name, docs]) => [name, [...docs]]),
	);
	const readable: readonly (readonly [string, number, Record<string, unknown>])[] = [
		["registrations", 9, { updatedAt: "2022-03-01T10:00:00Z" }],
		["registrations", 11, { note: "a\r\nb", igcId: Long.fromNumber(77), phone: 420600100200 }],
		["competitiondays", 8, { date: `${fileOf(year).competition.to}T00:00:00` }],
	];
	for (const [name, index, fields] of [...strange, ...readable])
		collections[name] = (collections[name] ?? []).map((doc, at) =>
			at === index ? { ...doc, ...fields } : doc,
		);
	// The same ids once more, with something else.
	for (const name of Object.keys(collections).filter((one) => one !== "contests")) {
		const [first] = collections[name] ?? [];
		collections[name]?.push({
			...first,
			_id: first?._id ?? new ObjectId(),
			name: "Podruhé",
			title: "Podruhé",
		});
	}
	const tallies = await move(collections);
	for (const [name, , , line] of strange) expect.soft(printed(), name).toContain(line);
	expect(printed().match(/left out: another document has its _id: 1/g)).toHaveLength(13);
	expect(sumLine(tallies)).toMatch(/(\d+) found = \d+ taken over/);
	const before = await place.content();
	expect(sumLine(await move(collections))).toContain("; 0 new, 0 changed");
	expect(await place.content()).toEqual(before);
	expect(
		await row(`SELECT updated_at AS at FROM registrations WHERE id = '${idIn("registrations", 9)}'`),
	).toEqual({ at: Date.UTC(2022, 2, 1, 10) });
	expect(await row(`SELECT date FROM competition_days WHERE id = '${idIn("competitiondays", 8)}'`)).toEqual({
		date: fileOf(year).competition.to,
	});
	expect(
		await row(
			`SELECT note, igc_id AS igc, phone FROM registrations WHERE id = '${idIn("registrations", 11)}'`,
		),
	).toEqual({ note: "a\nb", igc: 77, phone: "420600100200" });
});

test("a dump without a collection says so, and what refers to it is left out", async () => {
	const { regions: _, users: __, ...rest } = made.collections;
	await move(rest, { dryRun: true });
	expect(printed()).toContain("The dump has no regions, no users.");
	expect(printed()).toMatch(/registrations: 15 found, 0 taken over/);
});

test("a dump of another year, and leftovers that cannot be written, are refused before anything is written", async () => {
	const before = await place.content();
	await expect(
		place.move({ dump: dumpInMemory(oldSite(fileOf(2021), { people: 12, logs: 1 }).collections) }),
	).rejects.toThrow(/The days of this dump are of 2021: it is none of .*2022/);
	await expect(move(made.collections, { leftovers: folder })).rejects.toThrow("cannot be written");
	expect(await place.content()).toEqual(before);
});

test("two days that change their dates are refused with a line, and stay", async () => {
	await move(made.collections);
	const [first, second] = of("competitiondays") as [Doc, Doc];
	const swapped = { ...changed("competitiondays", 0, { date: second.date }) };
	swapped.competitiondays = (swapped.competitiondays ?? []).map((day) =>
		day._id === second._id ? { ...day, date: first.date } : day,
	);
	const before = await place.content();
	await expect(move(swapped)).rejects.toThrow(
		/competitiondays: the database refuses a row \(UNIQUE constraint failed: competition_days\.date/,
	);
	expect(await place.content()).toEqual(before);
});

/** What an organiser does here writes the audit log. */
const audit = (action: string, subject: string, after: unknown = null) =>
	place.database
		.prepare(
			"INSERT INTO audit_log (id, at, action, subject_id, after, request_id) VALUES (?, 0, ?, ?, ?, 'x')",
		)
		.bind(crypto.randomUUID(), action, subject, JSON.stringify(after))
		.run();

describe("a second dump after people have worked here", () => {
	const [club, day] = [idIn("competitionclasses", 0), idIn("competitiondays", 0)];
	const tracking = idIn("trackings", 0);

	test("leaves a right that was granted, a fee that was cancelled and a task that was set as they are", async () => {
		const [user, entry] = [idIn("users", 2), idIn("registrations", 5)];
		await place.database.batch(
			[
				`UPDATE users SET role = 'organiser' WHERE id = '${user}'`,
				`UPDATE registrations SET paid = 0, version = 2 WHERE id = '${entry}'`,
				`UPDATE tracking_entries SET task_url = 'https://here.example.com' WHERE id = '${tracking}'`,
			].map((sql) => place.database.prepare(sql)),
		);
		await audit("user.grant-admin", user);
		await audit("tracking.set", day, { classId: club });
		await move(changed("registrations", 5, { paid: true }));
		expect(await row(`SELECT role FROM users WHERE id = '${user}'`)).toEqual({ role: "organiser" });
		expect(await row(`SELECT count(*) AS n FROM payments WHERE registration_id = '${entry}'`)).toEqual({
			n: 0,
		});
		expect(await row(`SELECT task_url AS url FROM tracking_entries WHERE id = '${tracking}'`)).toEqual({
			url: "https://here.example.com",
		});
		expect(printed()).toContain(`it was changed here since, and stays so: 1 (${entry})`);
		expect(printed()).toContain(`left out: somebody has set or removed it here since: 1 (${tracking})`);
	});

	test("brings results and tasks that the old site has made anew under other ids", async () => {
		const renewed = (name: string) => of(name).map((doc) => ({ ...doc, _id: new ObjectId() }));
		const results = renewed("dailyresults").reverse();
		const before = await row("SELECT count(*) AS n FROM daily_results");
		const trackings = renewed("trackings");
		const news = of("news").slice(1);
		const tallies = await move({ ...made.collections, dailyresults: results, trackings, news });
		expect(sumLine(tallies)).toContain(`; 0 new, ${Number(before?.n) + 5} changed`);
		expect(await row("SELECT count(*) AS n FROM daily_results")).toEqual(before);
		const ids = new Set(results.map(({ _id }) => String(_id)));
		const held = await place.database.prepare("SELECT id FROM daily_results").all<{ id: string }>();
		expect(held.results.every(({ id }) => ids.has(id))).toBe(true);
		expect(printed()).toContain(
			`not in this dump: it is here from an earlier one, and stays: 1 (${idIn("news", 0)})`,
		);
	});

	test("leaves results that came here from elsewhere", async () => {
		const ofTable = `WHERE competition_class_id = '${club}' AND day_id = '${day}'`;
		await place.database.batch(
			[
				`DELETE FROM daily_results ${ofTable}`,
				`INSERT INTO daily_results (id, competition_class_id, day_id, competitor, name, aeroclub, glider, position, points)
					VALUES ('${crypto.randomUUID()}', '${club}', '${day}', 'Jiný', 'Jiný', '', '', 1, 1000)`,
				`UPDATE result_sheets SET source = 'csv' ${ofTable}`,
			].map((sql) => place.database.prepare(sql)),
		);
		await move(made.collections);
		expect(printed()).toMatch(/left out: this site has results of its class and day: \d/);
		expect(await row(`SELECT count(*) AS n FROM daily_results ${ofTable}`)).toEqual({ n: 1 });
	});
});

test("results and a task of an edition in use stand above those of its first dump", async () => {
	const used = await movePlace(miniflare, fileOf(year), folder, "used");
	const ids =
		"(SELECT id FROM competition_classes WHERE type = 'club'), (SELECT id FROM competition_days ORDER BY date LIMIT 1)";
	await used.database.batch(
		[
			`INSERT INTO result_sheets (id, competition_class_id, day_id, status, source, updated_at) SELECT 'sheet', ${ids}, 'official', 'csv', 0`,
			`INSERT INTO tracking_entries (id, competition_class_id, day_id, task_url, updated_at) SELECT 'here', ${ids}, 'https://here.example.com', 0`,
		].map((sql) => used.database.prepare(sql)),
	);
	await used.move({ dump: dumpInMemory(made.collections) });
	const text = used.printed.join("\n");
	expect(text).toMatch(/left out: this site has results of its class and day: \d/);
	expect(text).toContain(`left out: its class has another one on the day: 1 (${idIn("trackings", 0)})`);
});
