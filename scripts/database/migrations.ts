import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../lib/stop.mjs";
import { textOf } from "./sql-text";

export interface Migration {
	/** File name, as in `d1_migrations`. */
	readonly name: string;
	readonly statements: readonly string[];
}

/** Oldest first, split where drizzle-kit marks the end of a statement. */
export function readMigrations(folder: string): Migration[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()
		.map((name) => ({
			name,
			statements: readFileSync(join(folder, name), "utf8")
				.split("--> statement-breakpoint")
				.flatMap((statement) => statement.trim() || []),
		}));
}

/**
 * Applies the missing migrations to a local database, each as a whole. The table of applied ones is that of
 * `wrangler d1 migrations apply`, so both can be used on one database.
 * @returns names of the applied migrations
 */
export async function applyMigrations(
	database: D1Database,
	migrations: readonly Migration[],
): Promise<string[]> {
	await database
		.prepare(
			"CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
		)
		.run();
	const { results } = await database
		.prepare("SELECT name FROM d1_migrations")
		.all<{ readonly name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	const missing = migrations.filter(({ name }) => !applied.has(name));
	// Every statement that is prepared apart is a call to the local database for which Node waits.
	const prepared = missing.map(({ name, statements }) => {
		const noted = textOf({ sql: "INSERT INTO d1_migrations (name) VALUES (?)", values: [name] });
		return database.prepare([...statements, noted].join(";\n"));
	});
	// A new database gets all of them at once; where one fails, those before it are applied one by one.
	const areApplied = missing.length > 0 && (await allAtOnce(database, prepared));
	for (const [at, { name }] of areApplied ? [] : missing.entries()) {
		try {
			await database.batch(prepared.slice(at, at + 1));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			throw new Stop(`Migration ${name} failed, the database is as before it: ${reason}`);
		}
	}
	return missing.map(({ name }) => name);
}

function allAtOnce(database: D1Database, prepared: D1PreparedStatement[]): Promise<boolean> {
	return database.batch(prepared).then(
		() => true,
		() => false,
	);
}
