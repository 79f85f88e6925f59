import { createHash } from "node:crypto";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
	accommodationTypes,
	charts,
	competitionClasses,
	competitionDays,
	dailyResults,
	dayScores,
	documents,
	documentVersions,
	flightResults,
	gliderTypes,
	grids,
	igcFiles,
	igcFileVersions,
	liveEntries,
	news,
	outlandings,
	payments,
	pilotDays,
	protests,
	regions,
	registrations,
	resultTables,
	tasks,
	trackingEntries,
	users,
} from "~db/schema";
import { newestEdition } from "~editions/index";
import type { Edition } from "~editions/schema";
import { databaseOf } from "../database/database-of";
import { type BoundStatement, insertRows, prepareAll } from "../database/insert-rows";
import { madeResults } from "../database/made-results";
import { Stop } from "../lib/stop.mjs";
import { demoOf } from "./demo-of";
import { keptFlown } from "./pilot-days";

const tables = {
	regions,
	competitionClasses,
	gliderTypes,
	accommodationTypes,
	competitionDays,
	users,
	registrations,
	liveEntries,
	payments,
	news,
	documents,
	documentVersions,
	charts,
	pilotDays,
	grids,
	outlandings,
	trackingEntries,
	tasks,
	resultTables,
	dailyResults,
	igcFiles,
	igcFileVersions,
	flightResults,
	dayScores,
	protests,
} as const satisfies Record<keyof ReturnType<typeof demoOf>["rows"], SQLiteTable>;

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A new database has its schema only. */
export async function isEmpty(database: D1Database): Promise<boolean> {
	const row = await database
		.prepare("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM regions) AS count")
		.first<{ readonly count: number }>();
	return row?.count === 0;
}

/**
 * Writes the demo of an edition, with its reference data, into an empty database, and its files into the bucket.
 * @param clock of the site; nothing in the demo lies after it
 * @throws Stop outside local mode: the password of the demo is public
 */
export async function loadDemo(
	env: Env,
	edition: Edition,
	passwordHash: string,
	clock?: Date,
): Promise<void> {
	if (env.MODE !== "local")
		throw new Stop("The demo is for local databases only; .dev.vars lacks MODE=local.");
	const options = { passwordHash, flying: edition.year === newestEdition().year };
	const { rows, files } = demoOf(edition, options, clock);
	const database = databaseOf(env, edition.year);
	await putFiles(env, files);
	const logBytes =
		"UPDATE edition_state SET stored_log_bytes = (SELECT coalesce(sum(size), 0) FROM igc_file_versions)";
	await database.batch(prepareAll(database, [...statementsOf(rows), { sql: logBytes, values: [] }]));
}

/**
 * Stores the files one after the other. For all at once, Node would open a connection for each before it sends the first, and
 * workerd closes a connection whose request has not come within 15 s.
 */
export async function putFiles(env: Env, files: ReturnType<typeof demoOf>["files"]): Promise<void> {
	for (const { key, mimetype, bytes } of files)
		await env.FILES.put(key, bytes, { httpMetadata: { contentType: mimetype }, sha256: digestOf(bytes) });
}

/** Writes the rows into a database with a schema and nothing in it. */
export function statementsOf(rows: ReturnType<typeof demoOf>["rows"]): BoundStatement[] {
	const stored = Object.entries(rows).flatMap(([name, tableRows]) =>
		insertRows(tables[name as keyof typeof rows], tableRows),
	);
	return [...stored, keptFlown(rows.pilotDays), ...madeResults()];
}
