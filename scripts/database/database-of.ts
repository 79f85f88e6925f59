/** The database of an edition. */
export function databaseOf(env: Env, year: number): D1Database {
	const binding = env[`DB_${year}`];
	if (!binding) throw new Error(`wrangler.toml has no database DB_${year}.`);
	return binding;
}
