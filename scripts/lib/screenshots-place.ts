import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { hashPassword } from "~/lib/accounts/password.server";
import { demoOf } from "~db/demo/demo-of";
import { users } from "~db/schema";
import { editions } from "~editions/index";
import { demoPassword } from "./demo-account";
import { insertRows, prepareAll } from "./insert-rows";
import { completeLocalSecrets } from "./local-secrets";
import { databaseOf, type LocalPlace, openLocalState } from "./local-state";
import { applyMigrations, readMigrations } from "./migrations";
import { inProject } from "./paths.mjs";
import { prepareLocalData } from "./prepare-local";
import { referenceStatements } from "./reference-data";

const folder = inProject(".cache/screenshots");
const place: LocalPlace = { state: `${folder}/state`, secrets: `${folder}/secrets.env` };

/** Sets the time of the server that is started next. */
export function setClock(time: string): void {
	writeFileSync(place.secrets, completeLocalSecrets(`CLOCK=${time}\n`));
}

/**
 * Fresh local databases with the demo, but for two editions.
 * @param emptyYear gets its reference data and an admin, nothing else
 * @param brokenYear loses its table of news
 */
export async function prepareScreenshotsPlace(emptyYear: number, brokenYear: number): Promise<LocalPlace> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	setClock("");
	await loadNothingButAdmin(emptyYear);
	await prepareLocalData(place, () => {});
	await withDatabase(brokenYear, (database) => database.prepare("DROP TABLE news").run());
	return place;
}

async function loadNothingButAdmin(year: number): Promise<void> {
	const edition = editions.find((candidate) => candidate.year === year);
	if (!edition) throw new Error(`There is no edition of ${year}.`);
	const { rows } = demoOf(edition, { passwordHash: await hashPassword(demoPassword), whole: false });
	const admins = rows.users.filter(({ admin }) => admin);
	await withDatabase(year, async (database) => {
		await applyMigrations(database, readMigrations(inProject("db/migrations")));
		const statements = [...referenceStatements(edition), ...insertRows(users, admins)];
		return database.batch(prepareAll(database, statements));
	});
}

async function withDatabase(year: number, work: (database: D1Database) => Promise<unknown>): Promise<void> {
	const { env, close } = await openLocalState(place);
	try {
		await work(databaseOf(env, year));
	} finally {
		await close();
	}
}
