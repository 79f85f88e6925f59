import { applyD1Migrations, env } from "cloudflare:test";
import { editions } from "~editions/index";
import { tableNames } from "./tables";

/*
 * All files of a runner share one workerd with its six databases and its bucket. Starting it takes ten seconds and
 * migrating it one; emptying it takes a few milliseconds.
 */

const databases = editions.map(({ year }) => env[`DB_${year}`] as D1Database);

let migrated = false;

/** Gives every database its schema; does so once in a runner. */
export async function migrateOnce(): Promise<void> {
	if (migrated) return;
	await Promise.all(databases.map((database) => applyD1Migrations(database, env.TEST_MIGRATIONS)));
	migrated = true;
}

/** Leaves in the databases what their migrations left, and in the bucket nothing. */
export async function emptyStores(): Promise<void> {
	await Promise.all([...databases.map(emptyDatabase), emptyBucket()]);
}

async function emptyDatabase(database: D1Database): Promise<void> {
	const tables = (await tableNames(database)).filter(
		(name) => name !== "d1_migrations" && name !== "edition_state",
	);
	const columns = tables.map((name) => `EXISTS(SELECT 1 FROM ${name}) AS ${name}`);
	const holdsRows = await database.prepare(`SELECT ${columns.join()}`).first<Record<string, number>>();
	const filled = tables.filter((name) => holdsRows?.[name]);
	const statements = [
		// Tables are emptied in any order: references are looked at when the batch ends.
		"PRAGMA defer_foreign_keys = on",
		...filled.map((name) => `DELETE FROM ${name}`),
		"UPDATE edition_state SET content_version = 1",
	];
	await database.batch(statements.map((statement) => database.prepare(statement)));
}

async function emptyBucket(): Promise<void> {
	let objects: readonly R2Object[];
	do {
		({ objects } = await env.FILES.list());
		if (objects.length > 0) await env.FILES.delete(objects.map(({ key }) => key));
	} while (objects.length > 0);
}
