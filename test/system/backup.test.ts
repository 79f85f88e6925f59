import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editionOfYear } from "~editions/index";
import { backUp, hasTables, listFilesSql, restore } from "../../scripts/backup/backup";
import { openLocalStorage } from "../../scripts/backup/storage";
import { databaseOf } from "../../scripts/database/database-of";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { loadDemo } from "../../scripts/demo/demo-data";
import { inProject } from "../../scripts/lib/paths.mjs";
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
async function contentOf(place: ReturnType<typeof newPlace>): Promise<Record<string, unknown[]>> {
	const { env, close } = await openLocalState(place.state);
	const database = databaseOf(env, year);
	const { results: schema } = await database
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
		)
		.all<{ type: string; name: string }>();
	const content: Record<string, unknown[]> = { schema };
	for (const { name } of schema.filter(({ type }) => type === "table")) {
		content[name] = (await database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()).results;
	}
	await close();
	return content;
}

/** Digest of every file that a row names, as the bucket has it. */
async function filesOf(place: ReturnType<typeof newPlace>): Promise<Record<string, string>> {
	const { env, close } = await openLocalState(place.state);
	const { results } = await databaseOf(env, year).prepare(listFilesSql).all<{ key: string }>();
	const files: Record<string, string> = {};
	for (const { key } of results) {
		const bytes = await (await env.FILES.get(key))?.arrayBuffer();
		files[key] = bytes ? createHash("sha256").update(new Uint8Array(bytes)).digest("hex") : "missing";
	}
	await close();
	return files;
}

let original: ReturnType<typeof newPlace>;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "backup-"));
	original = newPlace("original");
	const { env, close } = await openLocalState(original.state);
	await applyMigrations(databaseOf(env, year), readMigrations(inProject("db/migrations")));
	if (!edition) throw new Error(`There is no edition of ${year}.`);
	await loadDemo(env, edition, "none");
	await databaseOf(env, year).prepare("UPDATE news SET body = ?").bind(awkward).run();
	await close();
});

afterAll(() => rmSync(folder, { recursive: true }));

test("a backup restored elsewhere has every row and every file, also after a restore that broke off", async () => {
	const from = await openLocalStorage(original.config);
	expect(await hasTables(from, year)).toBe(true);
	const made = await backUp(from, year, join(folder, "backups"), "first");
	await from.close();
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
	const rows = await contentOf(original);
	expect(await hasTables(to, year)).toBe(true);
	expect(await contentOf(copy)).toEqual(rows);
	expect(rows.news?.[0]).toMatchObject({ body: awkward });
	expect(rows.registrations?.length).toBeGreaterThan(20);

	await to.close();
	const files = await filesOf(original);
	expect(Object.keys(files)).toHaveLength(made.files);
	expect(Object.values(files)).not.toContain("missing");
	expect(await filesOf(copy)).toEqual(files);
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
	const from = { ...(await openLocalStorage(original.config)), exportDatabase: async () => {} };
	expect(await backUp(from, year, join(folder, "backups"), "second")).toMatchObject({
		fetched: 0,
		damaged: [],
	});

	const broken = {
		...from,
		fetchFile: async (_: string, path: string) => writeFileSync(path, "other bytes"),
	};
	const { files, fetched, damaged } = await backUp(broken, year, join(folder, "elsewhere"), "third");
	await from.close();
	expect(fetched).toBe(0);
	expect(damaged).toHaveLength(files);
});

test("a backup goes into an empty database only", async () => {
	const storage = await openLocalStorage(original.config);
	await expect(restore(storage, year, join(folder, "backups"), "first")).rejects.toThrow("is not empty");
	await storage.close();
});
