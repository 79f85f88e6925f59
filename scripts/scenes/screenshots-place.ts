import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { hashPassword } from "~/lib/accounts/password/password.server";
import { users } from "~db/schema";
import { editions, newestEdition } from "~editions/index";
import { databaseOf } from "../database/database-of";
import { type BoundStatement, insertRows, prepareAll } from "../database/insert-rows";
import { applyMigrations, readMigrations } from "../database/migrations";
import { demoPassword } from "../demo/demo-account";
import { demoOf } from "../demo/demo-of";
import { inProject } from "../lib/paths.mjs";
import { completeLocalSecrets } from "../local/local-secrets";
import { type LocalPlace, openLocalState } from "../local/local-state";
import { prepareLocalData } from "../local/prepare-local";
import { referenceStatements } from "../reference/reference-data";
import { rowsOfUse, syncRun } from "./scene-rows";

const folder = inProject(".cache/screenshots");
const place: LocalPlace = { state: `${folder}/state`, secrets: `${folder}/secrets.env` };

/** Editions with invalid keys of SoaringSpot. */
let yearsWithSource: readonly number[] = [];

/** Sets CLOCK of the next server. */
export function setClock(time: string): void {
	const keys = yearsWithSource.flatMap((year) => [
		`SOARING_SPOT_CLIENT_ID_${year}=none\n`,
		`SOARING_SPOT_SECRET_${year}=none\n`,
	]);
	writeFileSync(place.secrets, completeLocalSecrets(`CLOCK=${time}\n${keys.join("")}`));
}

/** Editions in another state than the demo. */
interface SpecialYears {
	/** Gets its reference data and an admin, nothing else. */
	readonly empty: number;
	/** Loses its table of news. */
	readonly broken: number;
	/** Could not fetch its results. */
	readonly unfetched: number;
}

/**
 * Creates local databases with the demo. The newest edition also gets the rows of scene-rows.ts, unless the demo is cut at a clock.
 * @param clock at which the demo is cut; undefined for all of it
 */
export async function prepareScreenshotsPlace(
	years: SpecialYears,
	clock: string | undefined,
): Promise<LocalPlace> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	yearsWithSource = [newestEdition().year, years.unfetched];
	setClock("");
	await loadNothingButAdmin(years.empty);
	await prepareLocalData(place, { clock });
	if (!clock) await execute(newestEdition().year, await rowsOfUse());
	await execute(years.unfetched, syncRun("failed"));
	await execute(years.broken, [{ sql: "DROP TABLE news", values: [] }]);
	return place;
}

async function loadNothingButAdmin(year: number): Promise<void> {
	const edition = editions.find((candidate) => candidate.year === year);
	if (!edition) throw new Error(`There is no edition of ${year}.`);
	const { rows } = demoOf(edition, { passwordHash: await hashPassword(demoPassword), flying: false });
	const admins = rows.users.filter(({ role }) => role);
	await withDatabase(year, (database) =>
		applyMigrations(database, readMigrations(inProject("db/migrations"))),
	);
	await execute(year, [...referenceStatements(edition, "kept", new Date()), ...insertRows(users, admins)]);
}

async function execute(year: number, statements: readonly BoundStatement[]): Promise<void> {
	await withDatabase(year, (database) => database.batch(prepareAll(database, statements)));
}

async function withDatabase(year: number, work: (database: D1Database) => Promise<unknown>): Promise<void> {
	const { env, close } = await openLocalState(place);
	try {
		await work(databaseOf(env, year));
	} finally {
		await close();
	}
}
