import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { editions } from "~editions/index";
import { databaseOf } from "../database/database-of";
import { applyMigrations, readMigrations } from "../database/migrations";
import { demoAccounts } from "../demo/people";
import { inProject } from "../lib/paths.mjs";
import { Stop } from "../lib/stop.mjs";
import { lackingSecrets, sets, withRandomSecrets } from "../local/local-secrets";
import { type LocalPlace, openLocalState } from "../local/local-state";
import { updateReferenceData } from "../reference/reference-data";

/* The folder of `npm run serve`: databases, files and secrets, laid out as in a checkout, so that backup and restore find them. */

export type ServedPlace = LocalPlace & { readonly config: string };

function placeIn(folder: string): ServedPlace {
	const data = resolve(folder);
	return {
		state: join(data, ".wrangler/state"),
		secrets: join(data, ".dev.vars"),
		config: join(data, "wrangler.toml"),
	};
}

/** @throws Stop for a folder in which no server has begun */
export function existingPlace(folder: string): ServedPlace {
	const place = placeIn(folder);
	if (!existsSync(place.config))
		throw new Stop(
			`${folder} holds no data of npm run serve: start the server with it once, or look whether its name is right.`,
		);
	return place;
}

/** The configuration of a folder, or that of the project without one. */
export function configOf(folder: string | undefined, placeOf: (folder: string) => ServedPlace): string {
	return folder === undefined ? inProject("wrangler.toml") : placeOf(folder).config;
}

/**
 * The configuration of the served databases. Their ids stay when a deployment notes its own in wrangler.toml, as the ids name the files.
 * @param text wrangler.toml of the project
 */
export function servedConfig(text: string): string {
	return text.replace(/(binding = "DB_(\d{4})"[^[]*?database_id = ")[^"]*"/g, '$1local-$2"');
}

interface MadeSecrets {
	/** The names of the secrets that were missing. */
	readonly made: readonly string[];
}

/**
 * Makes folder, configuration and secrets, where they are missing.
 * @throws Stop for settings that belong to local mode, and for a folder into which nothing can be written
 */
export function makePlace(folder: string): ServedPlace & MadeSecrets {
	const place = placeIn(folder);
	const config = servedConfig(readFileSync(inProject("wrangler.toml"), "utf8"));
	try {
		mkdirSync(resolve(folder), { recursive: true, mode: 0o700 });
		writeFileSync(place.config, config);
	} catch (error) {
		throw new Stop(
			`Nothing can be written into ${folder}: ${error instanceof Error ? error.message : error}`,
		);
	}
	return { ...place, made: writeSecrets(place.secrets) };
}

/** @returns the names of those that were made */
function writeSecrets(path: string): readonly string[] {
	const before = existsSync(path) ? readFileSync(path, "utf8") : "";
	for (const name of ["MODE", "CLOCK"])
		if (sets(before, name)) throw new Stop(`${path} sets ${name}, which is for npm start alone.`);
	const after = withRandomSecrets(before);
	if (after !== before) writeFileSync(path, after, { mode: 0o600 });
	// The mode of a file that was there already stays.
	chmodSync(path, 0o600);
	return lackingSecrets(before);
}

/**
 * Brings schema and reference data of every edition up to date, as a deployment does.
 * @throws Stop for a database with demo accounts
 */
export async function updateDatabases(place: ServedPlace, report: (line: string) => void): Promise<void> {
	const migrations = readMigrations(inProject("db/migrations"));
	const { env, close } = await openLocalState(place);
	try {
		for (const edition of editions) {
			const database = databaseOf(env, edition.year);
			const applied = await applyMigrations(database, migrations);
			const demo = database
				.prepare(`SELECT 1 FROM users WHERE email IN (${demoAccounts.map(() => "?").join()})`)
				.bind(...demoAccounts.map(({ email }) => email));
			if (await demo.first())
				throw new Stop(`The database of ${edition.year} holds demo accounts: it must not be served.`);
			await updateReferenceData(database, edition);
			if (applied.length > 0) report(`${edition.year}: applied ${applied.length} migrations`);
		}
	} finally {
		await close();
	}
}
