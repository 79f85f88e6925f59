import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "~/lib/csv/csv-reader";
import { startBuiltWorker } from "~test/support/built-worker";
import { noteSecrets } from "~test/support/log-watch";
import { fileOf, type MovePlace, movePlace } from "~test/support/move-place";
import { oldAdmin, oldAnswers, oldPilot, readingCalls } from "~test/support/old-answers";
import { dumpInMemory, writeCollections, writeDump } from "~test/support/old-dump";
import { oldPassword } from "~test/support/old-people";
import { oldSite } from "~test/support/old-site";
import { scaled } from "~test/support/scale";
import { prepareAll } from "../../scripts/database/insert-rows";
import { indexFiles } from "../../scripts/move-in/file-index";
import type { Move } from "../../scripts/move-in/move-in";
import { openDump } from "../../scripts/move-in/open-dump";
import { sumLine } from "../../scripts/move-in/tally";
import { referenceStatements } from "../../scripts/reference/reference-data";

/* An edition of the old site moves in, and the built Worker answers for it as the old site did. */

const year = 2024;
const edition = fileOf(year);
const folder = mkdtempSync(join(tmpdir(), "move-in-"));
/** 60 people and 300 logs in the soak. */
const site = oldSite(edition, { people: Math.max(16, scaled(60)), logs: scaled(300) });
const { dump, files } = writeDump(join(folder, "first"), site, "bson");
const host = `${year}.localhost`;

let miniflare: Miniflare;
let place: MovePlace;

beforeAll(async () => {
	miniflare = startBuiltWorker(folder);
	place = await movePlace(miniflare, edition, folder);
});

afterAll(async () => {
	await miniflare.dispose();
	rmSync(folder, { recursive: true, force: true });
});

const move = async (changes: Partial<Move> = {}) =>
	place.move({ dump: await openDump(dump), files: indexFiles(files), organisers: true, ...changes });

async function ask(path: string, init: { method?: string; body?: unknown; token?: string } = {}) {
	const url = new URL(path, `http://${host}`);
	const headers: Record<string, string> = {
		...(init.body ? { "Content-Type": "application/json" } : {}),
		...(init.token ? { Authorization: `Bearer ${init.token}` } : {}),
	};
	const method = init.method ?? "GET";
	const body = init.body ? { body: JSON.stringify(init.body) } : {};
	await noteSecrets(new Request(url, { method, headers, ...body }));
	const response = await miniflare.dispatchFetch(url, { method, headers, ...body });
	const isTable = response.headers.get("Content-Type")?.startsWith("text/csv");
	const json = isTable ? rowsOf(await response.text()) : await response.json();
	return { status: response.status, json: json as Record<string, unknown> };
}

/** Rows of a table by their columns, in the order of the start numbers. */
function rowsOf(text: string): readonly Record<string, string>[] {
	const [header, ...rows] = readCsv(text).records.map(({ cells }) => cells);
	const numberIn = (row: Record<string, string>) => row.startNumber ?? row.contestant_number ?? "";
	return rows
		.map((cells) => Object.fromEntries(cells.map((cell, index) => [header?.[index] ?? "", cell])))
		.sort((a, b) => new Intl.Collator("cs", { numeric: true }).compare(numberIn(a), numberIn(b)));
}

async function logIn(email: string, password = oldPassword) {
	return ask("/api/auth", { method: "POST", body: { email, password } });
}

test("a dry run says what becomes of each document, and writes nothing", async () => {
	const before = await place.content();
	const tallies = await move({ dryRun: true });
	expect(await place.content()).toEqual(before);
	for (const { found, takenOver, leftOut } of tallies) expect(found).toBe(takenOver + leftOut);

	// Nothing that people have written is printed, and no password or token is left over.
	const text = place.printed.join("\n");
	expect(text).toContain(site.lost["second account of an address"]);
	expect(text).not.toMatch(/Plachtařová|@|kolem Vánoc|\$2b/);
	const path = join(folder, `leftovers-${year}.jsonl`);
	const leftovers = readFileSync(path, "utf8");
	expect(leftovers).toContain("kolem Vánoc");
	expect(leftovers).toContain("x".repeat(2_001));
	expect(leftovers).not.toMatch(/\$2b\$|tajemství/);
	expect(statSync(path).mode & 0o077).toBe(0);
});

test("the dump moves in, and a second run changes nothing", async () => {
	const started = performance.now();
	await move();
	console.log(`moved in ${((performance.now() - started) / 1000).toFixed(1)} s`);
	const before = await place.content();
	const again = await move();
	expect(again.map(({ name, added, changed }) => [name, added, changed])).toEqual(
		again.map(({ name }) => [name, 0, 0]),
	);
	expect(await place.content()).toEqual(before);
});

test("the API answers as that of the old site, in every call that reads", async () => {
	await place.database.prepare("UPDATE users SET verified_at = 1 WHERE role = 'organiser'").run();
	const tokens = new Map<string, string>();
	for (const email of [oldAdmin, oldPilot]) tokens.set(email, String((await logIn(email)).json.token));
	const answers = oldAnswers(site, year);
	for (const call of readingCalls)
		expect(
			answers.some(({ path }) => call.test(path)),
			String(call),
		).toBe(true);
	for (const { path, as, answer } of answers) {
		const token = tokens.get(as ?? "");
		const got = await ask(path, token === undefined ? {} : { token });
		expect.soft(got.status, path).toBe(200);
		expect.soft(got.json, path).toMatchObject(answer as object);
	}
});

test("a handicap that the index does not make holds for the days that were flown", async () => {
	const { results } = await place.database
		.prepare(
			"SELECT DISTINCT round(glider_index / reference_index, 4) AS handicap FROM pilot_days WHERE glider_type_id = ? AND fixed_at IS NOT NULL",
		)
		.bind(site.odd["another handicap"])
		.all();
	expect(results).toEqual([{ handicap: 1.2345 }]);
});

test("a start or a deployment leaves what came from the old site as it is", async () => {
	const before = await place.content();
	await place.database.batch(
		prepareAll(place.database, referenceStatements(edition, "corrected", new Date())),
	);
	const after = await place.content();
	for (const [name, rows] of Object.entries(before)) {
		// The content version is raised.
		if (name !== "edition_state") expect(after[name], name).toEqual(rows);
	}
});

test("a document has the bytes of the old bucket, and one that was left out is nowhere", async () => {
	const { json } = await ask("/api/documents");
	const listed = json as unknown as { _id: string; name: string; path: string }[];
	for (const { _id, name, path } of listed) {
		const [doc] = site.collections.documents?.filter((one) => String(one._id) === _id) ?? [];
		const response = await miniflare.dispatchFetch(new URL(new URL(path).pathname, `http://${host}`));
		const bytes = new Uint8Array(await response.arrayBuffer());
		const key = String(doc?.path).replace("https://bucket.example.com/", "");
		expect(Buffer.from(bytes).equals(site.files[key] ?? new Uint8Array()), name).toBe(true);
	}
	const bucket = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
	for (const [what, id] of Object.entries(site.lost)) {
		const { status } = await miniflare.dispatchFetch(`http://${host}/documents/${id}/x.pdf`);
		expect(status, what).toBe(404);
		expect((await bucket.list({ prefix: `${year}/documents/${id}` })).objects, what).toEqual([]);
	}
});

async function hashOf(email: string): Promise<string> {
	const row = await place.database
		.prepare("SELECT password_hash AS hash FROM users WHERE email = ?")
		.bind(email)
		.first();
	return String(row?.hash);
}

test("the old password logs in by bcrypt once, and by a hash of ours from then on", async () => {
	const email = "pilot.10@example.com";
	expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
	expect((await logIn(email.toUpperCase(), `${oldPassword}.`)).status).toBe(400);
	expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
	const { status, json } = await logIn(email);
	expect([status, json.user]).toMatchObject([200, { email }]);
	const renewed = await hashOf(email);
	expect(renewed).toMatch(/^\$scrypt\$/);
	expect((await logIn(email)).status).toBe(200);
	expect(await hashOf(email)).toBe(renewed);
	const mails = await place.database.prepare("SELECT kind FROM outbox WHERE recipient = ?").bind(email).all();
	expect(mails.results).toHaveLength(1);
	// A later run leaves the new hash where it is.
	await move();
	expect(await hashOf(email)).toBe(renewed);
});

test("a hash of a cost that is not checked begins with a new password", async () => {
	expect(await hashOf("pilot.1@example.com")).toBe("moved-in");
	expect((await logIn("pilot.1@example.com")).status).toBe(400);
});

test.each(["bson.gz", "json", "array"] as const)("the same documents as %s say the same", async (form) => {
	const again = writeCollections(join(folder, form), site.collections, form);
	const tallies = await move({ dryRun: true, dump: await openDump(again) });
	expect(sumLine(tallies)).toContain(`${Object.keys(site.lost).length + 3} left out; 0 new, 0 changed`);
});

describe("an edition with a policy of places", () => {
	const entrants = oldSite(fileOf(2020), { people: 20, logs: 1 });
	const entries = (entrants.collections.registrations ?? []).map(
		({ accepted: _, isReserve: __, ...entry }, index) => ({
			...entry,
			_id: entry._id,
			rankingPosition: 100 - index,
			isWildcard: index === 0,
		}),
	);
	const admission = { policy: "by-ranking", places: { byClass: { club: 3, "18_meter": 2 } } } as const;

	test("accepts by it who was not accepted one by one", async () => {
		const ranked = await movePlace(miniflare, fileOf(2020), folder);
		await ranked.move({
			edition: { ...fileOf(2020), admission },
			dump: dumpInMemory({ ...entrants.collections, registrations: entries }),
		});
		const { results } = await ranked.database
			.prepare(
				"SELECT start_number AS n FROM registrations WHERE accepted AND NOT is_reserve ORDER BY ranking_position",
			)
			.all<{ n: string }>();
		// The wild card, which has the last position, takes none of the places.
		expect(results.map(({ n }) => n)).toEqual(["Q19", "K18", "Q17", "K16", "K14", "K0"]);
		const others = await ranked.database
			.prepare("SELECT count(*) AS n FROM registrations WHERE accepted AND is_reserve")
			.first();
		expect(others).toEqual({ n: 14 });
	});

	test("lists places and queue as the client of the ranking asks for them", async () => {
		const database = await miniflare.getD1Database("DB_2020");
		const set = database.prepare(
			"INSERT INTO edition_settings (key, version, value, changed_at) VALUES (?, 1, ?, 0)",
		);
		await database.batch(
			Object.entries(admission).map(([key, value]) =>
				set.bind(`admission.${key}`, JSON.stringify({ is: value })),
			),
		);
		const response = await miniflare.dispatchFetch("http://2020.localhost/api/starting-list?isFinal=false");
		const groups = (await response.json()) as {
			_id: string;
			registrations: { startNumber: string; isWildcard: boolean; rankingPosition: number }[];
		}[];
		const placed = [
			["K18", "K16", "K14", "K0"],
			["Q19", "Q17"],
		];
		// The later an entry of this dump, the better its position. The last three are left out.
		const waiting = entries
			.slice(0, -3)
			.map((entry) => (entry as unknown as { glider: { startNumber: string } }).glider.startNumber)
			.filter((number) => !placed.flat().includes(number))
			.reverse();
		expect(groups.map(({ registrations }) => registrations.map((one) => one.startNumber))).toEqual([
			...placed,
			waiting,
		]);
		expect(groups.at(-1)?._id).toBe("not-accepted");
		expect(groups[0]?.registrations.at(-1)).toMatchObject({ isWildcard: true, rankingPosition: 100 });
	});
});
