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
	for (const { name, statements } of missing) {
		try {
			// Every statement that is prepared apart is a call to the local database for which Node waits.
			const noted = textOf({ sql: "INSERT INTO d1_migrations (name) VALUES (?)", values: [name] });
			await database.batch([database.prepare([...statements, noted].join(";\n"))]);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			throw new Stop(`Migration ${name} failed, the database is as before it: ${reason}`);
		}
	}
	return missing.map(({ name }) => name);
}
