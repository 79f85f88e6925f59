import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileOf, type MovePlace, movePlace, startStores } from "~test/support/move-place";
import { dumpInMemory, writeDump } from "~test/support/old-dump";
import type { Doc } from "~test/support/old-making";
import { oldSite } from "~test/support/old-site";
import { Stop } from "../../scripts/lib/stop.mjs";
import { indexFiles } from "../../scripts/move-in/file-index";
import { sumLine } from "../../scripts/move-in/tally";

/* What the old site has changed between two dumps, and what was changed here before one of them. */

const edition = fileOf(2022);
const folder = mkdtempSync(join(tmpdir(), "move-in-changed-"));
const site = oldSite(edition, { people: 12, logs: 3 });
const { files } = writeDump(folder, site, "json");
let miniflare: Miniflare;
let place: MovePlace;

type Collections = Record<string, Doc[]>;
const of = (name: string): Doc[] => site.collections[name] ?? [];
const idIn = (name: string, index: number) => String(of(name)[index]?._id);

/** The dump with other fields in a document. */
function changed(name: string, index: number, fields: Record<string, unknown>): Collections {
	const docs = of(name).map((doc, at) => (at === index ? { ...doc, ...fields } : doc));
	return { ...site.collections, [name]: docs };
}

async function move(collections: Collections = site.collections) {
	return sumLine(await place.move({ dump: dumpInMemory(collections), files: indexFiles(files) }));
}

const row = (sql: string) => place.database.prepare(sql).first<Record<string, unknown>>();

/** What an organiser does here writes the audit log. */
const audit = (action: string, subject: string | null, before: unknown, after: unknown) =>
	place.database
		.prepare(
			"INSERT INTO audit_log (id, at, action, subject_id, before, after, request_id) VALUES (?, 0, ?, ?, ?, ?, 'x')",
		)
		.bind(crypto.randomUUID(), action, subject, JSON.stringify(before), JSON.stringify(after))
		.run();

beforeAll(async () => {
	miniflare = startStores(["DB_2022", "edited"]);
	place = await movePlace(miniflare, edition, folder);
	await move();
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

/** The flight of a document, with the version that counts and whether its file is there. */
async function flightOf(index: number) {
	const flight = await row(
		`SELECT registration_id AS pilot, flight_number AS number, key, sha256 FROM igc_files
		JOIN igc_file_versions ON igc_file_versions.id = current_version_id WHERE igc_files.id = '${idIn("igcfiles", index)}'`,
	);
	const { pilot, number, key, sha256 } = flight ?? {};
	return { pilot, number, key, sha256, isThere: (await place.bucket.head(String(key))) !== null };
}

test("a log that has another pilot in a second dump goes to that one with its file, and back again", async () => {
	const [before, other] = [await flightOf(0), await flightOf(1)];
	const moved = changed("igcfiles", 0, { pilot: of("igcfiles")[1]?.pilot });
	expect(await move(moved)).toContain("; 0 new, 1 changed");
	expect(await flightOf(0)).toMatchObject({
		...{ pilot: other.pilot, number: 2, sha256: before.sha256, isThere: true },
	});
	expect(await move(moved)).toContain("; 0 new, 0 changed");
	expect(await move()).toContain("; 0 new, 1 changed");
	expect(await flightOf(0)).toEqual(before);
	expect(await move()).toContain("; 0 new, 0 changed");
});

test("two logs that change their pilots with each other keep their files", async () => {
	const [first, second] = [await flightOf(1), await flightOf(2)];
	const [one, other] = of("igcfiles").slice(1) as [Doc, Doc];
	const swapped = changed("igcfiles", 1, { pilot: other.pilot });
	swapped.igcfiles =
		swapped.igcfiles?.map((log, at) => (at === 2 ? { ...log, pilot: one.pilot } : log)) ?? [];
	await move(swapped);
	expect(await flightOf(1)).toMatchObject({ pilot: second.pilot, sha256: first.sha256, isThere: true });
	expect(await flightOf(2)).toMatchObject({ pilot: first.pilot, sha256: second.sha256, isThere: true });
	await move();
});

test("a log that has another file in a second dump counts with that one", async () => {
	const { sha256 } = await flightOf(2);
	const replaced = changed("igcfiles", 1, { path: of("igcfiles")[2]?.path });
	expect(await move(replaced)).toContain("; 0 new, 1 changed");
	expect(await flightOf(1)).toMatchObject({ sha256, isThere: true });
	await move();
});

test("who has only logged in here since is not named, and what differs of an entry that was edited here stands in the leftovers", async () => {
	const [user, entry] = [idIn("users", 3), idIn("registrations", 4)];
	await place.database.batch(
		[
			`UPDATE users SET password_hash = 'ours', updated_at = 1 WHERE id = '${user}'`,
			`UPDATE registrations SET phone = '+420 111 222 333', version = 2 WHERE id = '${entry}'`,
		].map((sql) => place.database.prepare(sql)),
	);
	expect(await move(changed("registrations", 5, { aeroclub: "Nový" }))).toContain("; 0 new, 1 changed");
	const printed = place.printed.join("\n");
	expect(printed).toContain(
		`changed: the dump says something else than what is here: 1 (${idIn("registrations", 5)})`,
	);
	expect(printed).toContain(`it was changed here since, and stays so: 1 (${entry})`);
	expect(printed.match(/it was changed here since/g)).toHaveLength(1);
	const leftovers = readFileSync(join(folder, `leftovers-${edition.year}.jsonl`), "utf8");
	const left = leftovers
		.split("\n")
		.filter((line) => line.includes("it was changed here since"))
		.map((line) => JSON.parse(line));
	const phone = of("registrations")[4]?.phone;
	expect(left).toMatchObject([{ collection: "registrations", _id: entry, document: { phone } }]);
	await move();
});

test("a run without --organisers takes no right away", async () => {
	const index = of("users").findIndex(({ admin }) => admin === true);
	const role = `SELECT role FROM users WHERE id = '${idIn("users", index)}'`;
	await place.move({ dump: dumpInMemory(site.collections), files: indexFiles(files), organisers: true });
	expect(await row(role)).toEqual({ role: "organiser" });
	expect(await move()).toContain("; 0 new, 0 changed");
	expect(await row(role)).toEqual({ role: "organiser" });
});

test("a fee that the old site has unticked is no longer paid", async () => {
	const index = of("registrations").findIndex(({ paid }) => paid === true);
	const payments = `SELECT count(*) AS n FROM payments WHERE registration_id = '${idIn("registrations", index)}'`;
	expect(await row(payments)).toEqual({ n: 1 });
	expect(await move(changed("registrations", index, { paid: false }))).toContain("; 0 new, 1 changed");
	expect(await row(payments)).toEqual({ n: 0 });
	await move();
	expect(await row(payments)).toEqual({ n: 1 });
});

test("an index that organisers have imported here stays", async () => {
	const glider = `FROM glider_types WHERE id = '${idIn("glidertypes", 0)}'`;
	const { name, classType } = (await row(`SELECT name, competition_class_type AS classType ${glider}`)) ?? {};
	await place.database.exec(`UPDATE glider_types SET "index" = 77 WHERE id = '${idIn("glidertypes", 0)}'`);
	await audit("glider-types.import", null, null, { changes: [{ name, classType, before: 99, after: 77 }] });
	expect(await move()).toContain("; 0 new, 0 changed");
	expect(await row(`SELECT "index" AS value ${glider}`)).toEqual({ value: 77 });
});

test("an address of a task that was set with its day here stays, and that of the other class is brought up to date", async () => {
	const [day, own, other] = [idIn("competitiondays", 0), idIn("trackings", 0), idIn("trackings", 1)];
	const types = await place.database
		.prepare(
			`SELECT type, task_url AS url FROM tracking_entries JOIN competition_classes ON competition_classes.id = competition_class_id
			WHERE tracking_entries.id IN ('${own}', '${other}') ORDER BY tracking_entries.id = '${other}'`,
		)
		.all<{ type: string; url: string }>();
	const before = Object.fromEntries(types.results.map(({ type, url }) => [type, url]));
	const after = { ...before, [types.results[0]?.type ?? ""]: "https://here.example.com" };
	await place.database.exec(
		`UPDATE tracking_entries SET task_url = 'https://here.example.com' WHERE id = '${own}'`,
	);
	await audit("competition-day.update", day, { taskUrls: before }, { taskUrls: after });
	await move(changed("trackings", 1, { taskUrl: "https://there.example.com" }));
	const url = async (id: string) =>
		(await row(`SELECT task_url AS url FROM tracking_entries WHERE id = '${id}'`))?.url;
	expect([await url(own), await url(other)]).toEqual([
		"https://here.example.com",
		"https://there.example.com",
	]);
});

test("a day that was changed here before the first dump gets its old id, and stays as it was changed", async () => {
	const edited = await movePlace(miniflare, edition, folder, "edited");
	await edited.database.exec(
		`UPDATE competition_days SET task = 'TASK_CANCELLED', version = 2 WHERE date = '${edition.competition.from}'`,
	);
	await edited.move({ dump: dumpInMemory(site.collections), files: indexFiles(files) });
	const day = edited.database.prepare(
		`SELECT id, task FROM competition_days WHERE date = '${edition.competition.from}'`,
	);
	expect(await day.first()).toEqual({ id: idIn("competitiondays", 0), task: "TASK_CANCELLED" });
	expect((await edited.database.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
	const again = await edited.move({ dump: dumpInMemory(site.collections), files: indexFiles(files) });
	expect(sumLine(again)).toContain("; 0 new, 0 changed");
});

test("a dump that cannot be read says whether something was written", async () => {
	const dump = dumpInMemory(site.collections);
	const brokenAt = (time: number) => {
		let times = 0;
		const read = (name: string) => {
			if (name === "news") times += 1;
			if (times === time) throw new Stop("news.bson cannot be read.");
			return dump.read(name);
		};
		return place.move({ dump: { ...dump, read } });
	};
	await expect(brokenAt(1)).rejects.toThrow("news.bson cannot be read. Nothing was written.");
	await expect(brokenAt(2)).rejects.toThrow(
		"news.bson cannot be read. What was written before stays, and is found by the next run.",
	);
});
