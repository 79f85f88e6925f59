import { env } from "cloudflare:test";
import { schemaOf, tablesOf } from "~test/support/schema";

const years = [2024, 2025] as const;

/** The rows of every table of both editions, and the keys of the bucket, by name. */
export type Snapshot = Readonly<Record<string, string>>;

interface Rows {
	readonly name: string;
	readonly rows: string | null;
}

const queries: Partial<Record<(typeof years)[number], readonly string[]>> = {};

/** Queries that read each table as one text: the rows themselves take ten times as long on their way. */
async function rowsOfTables(database: D1Database): Promise<string[]> {
	return Promise.all(
		tablesOf(await schemaOf(database)).map(async (table) => {
			const { results } = await database.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
			const row = results.map(({ name }) => `quote("${name}")`).join(" || ',' || ");
			return `SELECT '${table}' AS name, group_concat(${row}, ';') AS rows FROM ${table}`;
		}),
	);
}

export async function takeSnapshot(): Promise<Snapshot> {
	const state: Record<string, string> = {};
	for (const year of years) {
		const database = env[`DB_${year}`];
		if (!database) throw new Error(`no database for ${year}`);
		queries[year] ??= await rowsOfTables(database);
		const contents = await database.batch<Rows>(queries[year].map((query) => database.prepare(query)));
		for (const { results } of contents)
			for (const { name, rows } of results) state[`${year} ${name}`] = rows ?? "";
	}
	const { objects } = await env.FILES.list();
	state.files = objects.map(({ key }) => key).join();
	return state;
}

/** What differs. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
	return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}
