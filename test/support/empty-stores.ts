import { applyD1Migrations, env } from "cloudflare:test";
import { testDatabases } from "./bindings";
import { type Schema, schemaOf, schemaSql, tablesOf } from "./schema";

/*
 * The files of a runner share one workerd with its databases and its bucket. Starting it takes ten seconds, emptying it a few
 * milliseconds. Each file finds what the migrations leave, and nothing else.
 */

interface Store {
	readonly database: D1Database;
	/** As the migrations left it. */
	readonly schema: Schema;
	/** Names with 1 the tables that are not as the migrations left them. */
	readonly touchedSql: string;
}

/** Filled by the migrations. */
const ownTables = ["d1_migrations", "edition_state"];

let stores: readonly Store[] = [];

/** Empties the databases and the bucket; before the first file of a runner, migrates the databases. */
export async function emptyStores(): Promise<void> {
	if (stores.length > 0) await Promise.all([...stores.map(emptyDatabase), emptyBucket()]);
	else stores = await Promise.all(Object.keys(testDatabases).map((name) => migrated(databaseNamed(name))));
}

function databaseNamed(name: string): D1Database {
	return env[name as keyof typeof env] as unknown as D1Database;
}

async function migrated(database: D1Database): Promise<Store> {
	await applyD1Migrations(database, env.TEST_MIGRATIONS);
	const schema = await schemaOf(database);
	const touched = tablesOf(schema)
		.filter((name) => !ownTables.includes(name))
		.map((name) => `EXISTS(SELECT 1 FROM ${name}) AS ${name}`);
	const state =
		"(SELECT content_version > 1 OR stored_log_bytes > 0 OR opened_at IS NOT NULL FROM edition_state) AS edition_state";
	return { database, schema, touchedSql: `SELECT ${[...touched, state].join()}` };
}

/** Most files use one database: the others are asked once and left. */
async function emptyDatabase({ database, schema, touchedSql }: Store): Promise<void> {
	const [found, rows] = await database.batch([database.prepare(schemaSql), database.prepare(touchedSql)]);
	if (JSON.stringify(found?.results) !== JSON.stringify(schema)) {
		return remake(database, tablesOf(await schemaOf(database)));
	}
	const [tables = {}] = (rows?.results ?? []) as Record<string, number>[];
	const touched = Object.keys(tables).filter((name) => tables[name]);
	if (touched.length === 0) return;
	await atOnce(
		database,
		touched.map((name) =>
			name === "edition_state"
				? "UPDATE edition_state SET content_version = 1, stored_log_bytes = 0, opened_at = NULL"
				: `DELETE FROM ${name}`,
		),
	);
}

/** Makes the schema anew: a file has taken parts of it away, to show what its guards are good for. */
async function remake(database: D1Database, tables: readonly string[]): Promise<void> {
	await atOnce(
		database,
		tables.map((name) => `DROP TABLE ${name}`),
	);
	await applyD1Migrations(database, env.TEST_MIGRATIONS);
}

/** Runs statements in one batch. Tables may come in any order: references are checked when the batch ends. */
async function atOnce(database: D1Database, statements: readonly string[]): Promise<void> {
	const all = ["PRAGMA defer_foreign_keys = on", ...statements];
	await database.batch(all.map((statement) => database.prepare(statement)));
}

async function emptyBucket(): Promise<void> {
	let objects: readonly R2Object[];
	do {
		({ objects } = await env.FILES.list());
		if (objects.length > 0) await env.FILES.delete(objects.map(({ key }) => key));
	} while (objects.length > 0);
}
