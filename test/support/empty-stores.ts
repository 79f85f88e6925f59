import { applyD1Migrations, env } from "cloudflare:test";
import { editions } from "~editions/index";
import { type Schema, schemaOf, tablesOf } from "./schema";

/*
 * The files of a runner share one workerd with its six databases and its bucket. Starting it takes ten seconds, emptying it a few
 * milliseconds. Each file finds what the migrations leave, and nothing else.
 */

interface Store {
	readonly database: D1Database;
	/** As the migrations left it. */
	readonly schema: Schema;
}

let stores: readonly Store[] = [];

/** Empties the databases and the bucket; before the first file of a runner, migrates the databases. */
export async function emptyStores(): Promise<void> {
	if (stores.length > 0) await Promise.all([...stores.map(emptyDatabase), emptyBucket()]);
	else stores = await Promise.all(editions.map(({ year }) => migrated(env[`DB_${year}`] as D1Database)));
}

async function migrated(database: D1Database): Promise<Store> {
	await applyD1Migrations(database, env.TEST_MIGRATIONS);
	return { database, schema: await schemaOf(database) };
}

async function emptyDatabase({ database, schema }: Store): Promise<void> {
	const found = await schemaOf(database);
	if (JSON.stringify(found) !== JSON.stringify(schema)) return remake(database, tablesOf(found));
	const tables = tablesOf(schema).filter((name) => name !== "d1_migrations" && name !== "edition_state");
	const columns = tables.map((name) => `EXISTS(SELECT 1 FROM ${name}) AS ${name}`);
	const holdsRows = await database.prepare(`SELECT ${columns.join()}`).first<Record<string, number>>();
	const filled = tables.filter((name) => holdsRows?.[name]);
	await atOnce(database, [
		...filled.map((name) => `DELETE FROM ${name}`),
		"UPDATE edition_state SET content_version = 1, basemap = NULL",
	]);
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
