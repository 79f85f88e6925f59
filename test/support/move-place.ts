import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { editionOfYear } from "~editions/index";
import type { Edition } from "~editions/schema";
import { prepareAll } from "../../scripts/database/insert-rows";
import { applyMigrations, readMigrations } from "../../scripts/database/migrations";
import { inProject } from "../../scripts/lib/paths.mjs";
import { type Move, moveIn } from "../../scripts/move-in/move-in";
import type { Tally } from "../../scripts/move-in/tally";
import { referenceStatements } from "../../scripts/reference/reference-data";

/** The database of an edition with its reference data, into which dumps of the old site move. */
export interface MovePlace {
	readonly database: D1Database;
	readonly bucket: R2Bucket;
	readonly storage: Move["storage"];
	/** What the last move has printed. */
	readonly printed: string[];
	readonly move: (changes: Pick<Move, "dump"> & Partial<Move>) => Promise<readonly Tally[]>;
	/** Every row of every table. */
	readonly content: () => Promise<Readonly<Record<string, readonly string[]>>>;
}

/** The edition of a year as its file has it. */
export function fileOf(year: number): Edition {
	const edition = editionOfYear(year);
	if (!edition) throw new Error(`There is no edition of ${year}.`);
	return edition;
}

/** Databases and a bucket in memory, without a Worker. @param names of the databases */
export function startStores(names: readonly string[]): Miniflare {
	return new Miniflare({
		modules: true,
		script: "export default { fetch() { return new Response(); } }",
		d1Databases: [...names],
		r2Buckets: ["FILES"],
	});
}

/** Schema and reference data of an edition. */
export async function prepareDatabase(database: D1Database, edition: Edition): Promise<void> {
	await applyMigrations(database, readMigrations(inProject("db/migrations")));
	await database.batch(prepareAll(database, referenceStatements(edition, "corrected", new Date())));
}

/**
 * @param folder for the leftovers
 * @param name of the database
 */
export async function movePlace(
	miniflare: Miniflare,
	edition: Edition,
	folder: string,
	name = `DB_${edition.year}`,
): Promise<MovePlace> {
	const database = (await miniflare.getD1Database(name)) as unknown as D1Database;
	await prepareDatabase(database, edition);
	const bucket = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
	const storage: Move["storage"] = {
		query: async (_, sql) => (await database.prepare(sql).all()).results,
		importSql: async (_, sql) => {
			// Every statement that is prepared apart is a call to the local database for which Node waits.
			await database.batch([database.prepare(sql)]);
		},
		putFile: async ({ key, sha256 }, path) => {
			await bucket.put(key, new Uint8Array(readFileSync(path)), { sha256 });
		},
	};
	const printed: string[] = [];
	return {
		database,
		bucket,
		storage,
		printed,
		move: (changes) => {
			printed.length = 0;
			return moveIn({
				...{ storage, edition, files: null, organisers: false, dryRun: false, now: new Date() },
				leftovers: join(folder, `leftovers-${edition.year}.jsonl`),
				print: (line) => printed.push(line),
				...changes,
			});
		},
		content: () => contentOf(database),
	};
}

export async function contentOf(database: D1Database): Promise<Readonly<Record<string, readonly string[]>>> {
	const { results } = await database
		.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
		)
		.all<{ name: string }>();
	const tables: Record<string, readonly string[]> = {};
	for (const { name } of results) {
		const rows = (await database.prepare(`SELECT * FROM "${name}"`).all()).results;
		tables[name] = rows.map((row) => JSON.stringify(row)).sort();
	}
	return tables;
}
