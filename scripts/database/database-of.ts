import { Stop } from "../lib/stop.mjs";

/** The database of an edition. @throws Stop when the configuration of its place lacks it */
export function databaseOf(env: Env, year: number): D1Database {
	const binding = env[`DB_${year}`];
	if (!binding) throw lacksDatabase(year);
	return binding;
}

/** As in a folder of `npm run serve` before its server has started with an edition that was added. */
export function lacksDatabase(year: number): Stop {
	return new Stop(`wrangler.toml lacks DB_${year}.`);
}
