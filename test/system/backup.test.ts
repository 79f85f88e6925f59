import { createHash } from "node:crypto";
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { readChart } from "~/lib/tasks/charts/read-chart";
import { editionOfYear } from "~editions/index";
import { type FakeCloudflare, fakeAccount, fakeCloudflare } from "~test/fakes/cloudflare";
import { nationalAirspace } from "~test/support/national-airspace";
import { scaled } from "~test/support/scale";
import { backUp, hasTables, restore } from "../../scripts/backup/backup";
import { rehearse } from "../../scripts/backup/rehearse";
import { openLocalScratch, openRemoteScratch } from "../../scripts/backup/scratch";
import { statementsIn } from "../../scripts/backup/short-statements";
import { openLocalStorage, openRemoteStorage } from "../../scripts/backup/storage";
import { databaseOf } from "../../scripts/database/database-of";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { loadDemo } from "../../scripts/demo/demo-data";
import { readDeployment } from "../../scripts/deploy/deployment";
import { inProject } from "../../scripts/lib/paths.mjs";
import { Stop } from "../../scripts/lib/stop.mjs";
import { openLocalState } from "../../scripts/local/local-state";

/** Of a past season, which has rows in the same tables as a present one and a quarter of its files. */
const year = 2020;
const edition = editionOfYear(year);
const awkward = `Čtyři řádky;\n-- žádný komentář\n'uvozovky' "a" \\ ; DROP TABLE users;\r\n\tkonec ?`;
let folder: string;

/** An empty place with the configuration of the project. */
function newPlace(name: string) {
	const place = join(folder, name);
	mkdirSync(place);
	copyFileSync(inProject("wrangler.toml"), join(place, "wrangler.toml"));
	writeFileSync(join(place, ".dev.vars"), "MODE=local\n");
	return {
		config: join(place, "wrangler.toml"),
		state: { state: join(place, ".wrangler/state"), secrets: join(place, ".dev.vars") },
	};
}

/** The schema, and every row of every table. */
async function contentOf(env: Env): Promise<Record<string, unknown[]>> {
	const database = databaseOf(env, year);
	const { results: schema } = await database
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
		)
		.all<{ type: string; name: string }>();
	const tables = schema.filter(({ type }) => type === "table").map(({ name }) => name);
	const read = await database.batch(
		tables.map((name) => database.prepare(`SELECT * FROM "${name}" ORDER BY 1`)),
	);
	return { schema, ...Object.fromEntries(tables.map((name, at) => [name, read[at]?.results ?? []])) };
}

/** Digest of every object in the bucket, by which the bucket has compared what was put. */
async function filesOf({ FILES }: Env): Promise<Record<string, string>> {
	const { objects, truncated } = await FILES.list();
	expect(truncated).toBe(false);
	return Object.fromEntries(
		objects.map(({ key, checksums }) => [key, checksums.toJSON().sha256 ?? "unknown"]),
	);
}

/** The rows that are copied, by their tables. */
const copiedRows = new Map<string, Promise<Record<string, unknown> | null>>();

/** Writes a row that differs from the first one of its table in some columns. */
async function copyRow(database: D1Database, table: string, changes: Readonly<Record<string, unknown>>) {
	const first = copiedRows.get(table) ?? database.prepare(`SELECT * FROM "${table}" LIMIT 1`).first();
	copiedRows.set(table, first);
	const row = { ...(await first), ...changes };
	const columns = Object.keys(row).map((name) => `"${name}"`);
	return database
		.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${columns.map(() => "?")})`)
		.bind(...Object.values(row));
}

/** A hundred in the soak tests, with an airspace file of 667 spaces. */
const pilotCount = scaled(100);

/**
 * What a full season stores: a national airspace file in one row, as before such files were stored in parts, pilots with a flight each
 * and with their scores in one sheet, and a log whose file was removed after the competition.
 */
async function fillSeason(database: D1Database): Promise<void> {
	const airspace = readChart(
		"airspace",
		new TextEncoder().encode(nationalAirspace(inject("soak") ? "large" : "usual")),
	).content;
	const sheet = await database
		.prepare("SELECT id, sheet FROM score_sheets LIMIT 1")
		.first<{ id: string; sheet: string }>();
	const scores = JSON.parse(sheet?.sheet ?? "{}") as { rows: object[] };
	const rows = Array.from({ length: pilotCount }, (_, index) => ({
		...scores.rows[0],
		registrationId: `pilot-${index}`,
	}));
	const pilots = await Promise.all(
		rows.map(async ({ registrationId: id }, index) => [
			await copyRow(database, "users", { id, email: `${id}@example.com` }),
			await copyRow(database, "registrations", {
				id,
				user_id: id,
				number: 1_000 + index,
				start_number: `P${index}`,
			}),
			await copyRow(database, "performances", { id, sha256: id }),
		]),
	);
	await database.batch([
		...pilots.flat(),
		await copyRow(database, "igc_file_versions", { id: "removed", key: "removed/removed", state: "removed" }),
		database.prepare("UPDATE charts SET content = ? WHERE kind = 'airspace'").bind(JSON.stringify(airspace)),
		database
			.prepare("UPDATE score_sheets SET sheet = ? WHERE id = ?")
			.bind(JSON.stringify({ ...scores, rows }), sheet?.id),
	]);
}

/** The logs of a season. */
async function addLogs(env: Env): Promise<void> {
	const database = databaseOf(env, year);
	const copies: D1PreparedStatement[] = [];
	for (let index = 0; index < scaled(600); index += 1) {
		const id = `log-${index}`;
		const bytes = new TextEncoder().encode(id);
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		const key = `${year}/igc/${id} ě.igc`;
		await env.FILES.put(key, bytes, { sha256 });
		const row = { id, key, size: bytes.byteLength, sha256, state: "ready" };
		copies.push(await copyRow(database, "igc_file_versions", row));
	}
	await database.batch(copies);
}

/** A logo that an organiser has sent. */
async function addLogo(env: Env): Promise<void> {
	const bytes = new TextEncoder().encode("a logo");
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const key = `${year}/logos/${sha256}`;
	await env.FILES.put(key, bytes, { sha256 });
	await databaseOf(env, year)
		.prepare("INSERT INTO logos VALUES (?, ?, 'image/png', ?, 'ready', 0)")
		.bind(sha256, key, bytes.byteLength)
		.run();
}

/** What is backed up. */
let rows: Record<string, unknown[]>;
let files: Record<string, string>;
let original: Awaited<ReturnType<typeof openLocalStorage>>;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "backup-"));
	const place = newPlace("original");
	const { env, close } = await openLocalState(place.state);
	await applyMigrations(databaseOf(env, year), readMigrations(inProject("db/migrations")));
	if (!edition) throw new Error(`There is no edition of ${year}.`);
	await loadDemo(env, edition, "none");
	await databaseOf(env, year).prepare("UPDATE news SET body = ?").bind(awkward).run();
	await fillSeason(databaseOf(env, year));
	await addLogs(env);
	await addLogo(env);
	rows = await contentOf(env);
	files = await filesOf(env);
	await close();
	original = await openLocalStorage(place.config);
});

afterAll(async () => {
	await original.close();
	rmSync(folder, { recursive: true });
});

test("a backup restored elsewhere has every row and every file, also after a restore that broke off", async () => {
	expect(await hasTables(original, year)).toBe(true);
	const made = await backUp(original, year, join(folder, "backups"), "first");
	expect(made.damaged).toEqual([]);
	expect(made.fetched).toBe(made.files);
	expect(made.files).toBeGreaterThan(0);

	const copy = newPlace("copy");
	const to = await openLocalStorage(copy.config);
	let left = 2;
	const unreliable = {
		...to,
		putFile: async (...file: Parameters<typeof to.putFile>) => {
			left -= 1;
			if (left === 0) throw new Error("The network is down");
			await to.putFile(...file);
		},
	};
	await expect(restore(unreliable, year, join(folder, "backups"), "first")).rejects.toThrow("network");
	expect(await hasTables(to, year)).toBe(false);
	expect(await restore(to, year, join(folder, "backups"), "first")).toEqual({
		files: made.files,
		damaged: [],
	});
	expect(await hasTables(to, year)).toBe(true);
	await to.close();
	const restored = await openLocalState(copy.state);
	expect(await contentOf(restored.env)).toEqual(rows);
	expect(await filesOf(restored.env)).toEqual(files);
	await restored.close();
	expect(rows.news?.[0]).toMatchObject({ body: awkward });
	expect(rows.registrations?.length).toBeGreaterThan(pilotCount + 20);
	const charts = rows.charts?.map((row) => JSON.stringify(row).length) ?? [];
	expect(Math.max(...charts)).toBeGreaterThan(inject("soak") ? 1_000_000 : 300_000);
	const data = statementsIn(readFileSync(join(folder, "backups/first", `${year}.data.sql`), "utf8"));
	expect(Math.max(...data.map((statement) => Buffer.byteLength(statement)))).toBeLessThanOrEqual(90_000);

	expect(Object.keys(files)).toHaveLength(made.files);
	expect(Object.values(files)).not.toContain("unknown");
});

test("nobody else on the machine may read a backup", () => {
	const places = readdirSync(join(folder, "backups"), { recursive: true, withFileTypes: true });
	expect(places.length).toBeGreaterThan(3);
	for (const place of places) {
		const path = join(place.parentPath, place.name);
		expect((statSync(path).mode & 0o077).toString(8), path).toBe("0");
	}
});

test("a second backup fetches no file again, and tells of those that are damaged", async () => {
	const from = { ...original, exportSchema: async () => {}, exportData: async () => {} };
	expect(await backUp(from, year, join(folder, "backups"), "second")).toMatchObject({
		fetched: 0,
		damaged: [],
	});

	const broken = {
		...from,
		fetchFile: async (_: string, path: string) => writeFileSync(path, "other bytes"),
	};
	const made = await backUp(broken, year, join(folder, "elsewhere"), "third");
	expect(made.fetched).toBe(0);
	expect(made.damaged).toHaveLength(made.files);
});

test("a backup goes into an empty database only", async () => {
	await expect(restore(original, year, join(folder, "backups"), "first")).rejects.toThrow(
		/is not empty.*"Backup and restore" in docs\/operations\.md/,
	);
});

describe("at Cloudflare", () => {
	const { databases, buckets } = readDeployment();
	const { name = "", id: uuid = "" } = databases.find(({ binding }) => binding === `DB_${year}`) ?? {};
	const [bucket = ""] = buckets;
	let api: FakeCloudflare;

	beforeAll(async () => {
		api = await fakeCloudflare([{ name, uuid }], [bucket]);
		vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
		vi.stubEnv("CLOUDFLARE_API_TOKEN", "a token of the tests");
		vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", fakeAccount);
	});

	afterAll(async () => {
		vi.unstubAllEnvs();
		await api.close();
	});

	test("a restore that broke off among the files, and between schema and rows, goes on; its rows come behind those that they refer to", async () => {
		const storage = await openRemoteStorage();
		let left = 20;
		// The first answer is one to ask again after.
		api.interrupt = (call) => {
			if (!call.startsWith("PUT /r2/")) return null;
			left -= 1;
			if (left === 19) return { status: 429, headers: { "Retry-After": "0" } };
			return left < 0 ? { status: 403, text: "no longer" } : null;
		};
		await expect(restore(storage, year, join(folder, "backups"), "first")).rejects.toThrow("403 no longer");
		const put = api.buckets.get(bucket)?.size ?? 0;
		expect(put).toBeGreaterThan(10);

		api.interrupt = (call) =>
			call.endsWith("/import") && left++ > 0 ? { status: 500, text: "reset" } : null;
		api.calls.length = 0;
		left = -1;
		await expect(restore(storage, year, join(folder, "backups"), "first")).rejects.toThrow(Stop);
		expect(api.calls.filter((call) => call.startsWith("PUT /r2/"))).toHaveLength(
			Object.keys(files).length - put,
		);

		api.interrupt = () => null;
		const data = readFileSync(join(folder, "backups/first", `${year}.data.sql`), "utf8");
		const child = statementsIn(data).findLast((statement) => statement.startsWith("INSERT INTO"));
		await expect(storage.importSql(year, `${child};`), "a row before its parents").rejects.toThrow(
			"FOREIGN KEY",
		);
		api.calls.length = 0;
		const done = await restore(storage, year, join(folder, "backups"), "first");
		expect(done).toEqual({ files: Object.keys(files).length, damaged: [] });
		expect(api.calls.filter((call) => call.startsWith("PUT /r2/"))).toEqual([]);
		const [database] = api.databases;
		expect(await contentOf({ [`DB_${year}`]: database?.d1 } as unknown as Env)).toEqual(rows);
		for (const [key, bytes] of api.buckets.get(bucket) ?? [])
			expect(createHash("sha256").update(bytes).digest("hex"), key).toBe(files[key]);
	});

	test("what is backed up there is what was backed up here, and fetches only what the folder lacks", async () => {
		const storage = await openRemoteStorage();
		api.calls.length = 0;
		const made = await backUp(storage, year, join(folder, "backups"), "of-cloudflare");
		expect(made).toEqual({ files: Object.keys(files).length, fetched: 0, damaged: [] });
		const [here, there] = ["first", "of-cloudflare"].map((stamp) =>
			readFileSync(join(folder, "backups", stamp, `${year}.data.sql`), "utf8"),
		);
		expect(there).toBe(here);
	});

	test("a rehearsal restores into a database beside, compares, and removes it", async () => {
		const scratch = await openRemoteScratch([year]);
		expect(api.databases.map((database) => database.name)).toEqual([name, `${name}-rehearsal`]);
		api.calls.length = 0;
		const found = await rehearse(scratch, year, join(folder, "backups"), "of-cloudflare");
		await scratch.close();
		expect(found.complaints).toEqual([]);
		expect(found.files).toBe(Object.keys(files).length);
		expect(found.days).toBe(
			new Set(rows.score_sheets?.map((row) => (row as { day_id: string }).day_id)).size,
		);
		expect(found.sealed).toBe(rows.audit_seals?.length);
		expect(api.calls.filter((call) => call.startsWith("PUT /r2/"))).toEqual([]);
		expect(api.databases.map((database) => database.name)).toEqual([name]);
	});

	test("a rehearsal that breaks off leaves nothing out of the restore after it", async () => {
		const scratch = await openRemoteScratch([year]);
		const breaks = { ...scratch, importDatabase: () => Promise.reject(new Error("the line is dead")) };
		const again = rehearse(breaks, year, join(folder, "backups"), "of-cloudflare");
		await expect(again).rejects.toThrow("the line is dead");
		const put: string[] = [];
		const bucket = { ...scratch, putFile: async ({ key }: { readonly key: string }) => void put.push(key) };
		await restore(bucket, year, join(folder, "backups"), "of-cloudflare");
		await scratch.close();
		expect(put.sort()).toEqual(Object.keys(files).sort());
	});

	test("a rehearsal names rows that a restore loses, and files that the backup lacks", async () => {
		const [key = ""] = Object.keys(files);
		rmSync(join(folder, "backups/files", key));
		const scratch = await openLocalScratch();
		const importDatabase = async (_: number, path: string) => {
			const less = join(folder, "less.sql");
			writeFileSync(less, readFileSync(path, "utf8").replace(/^INSERT INTO "daily_results" .*;\n/m, ""));
			await scratch.importDatabase(year, less);
		};
		const { complaints } = await rehearse(
			{ ...scratch, importDatabase },
			year,
			join(folder, "backups"),
			"first",
		);
		await scratch.close();
		expect(complaints).toEqual([
			"daily_results: statements that are not there: 1, that are new: 0",
			`Not in the backup or damaged there: ${key}`,
		]);
	});
});
