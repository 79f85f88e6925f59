import type { Migration } from "./migrations";

/** A comment in a migration that declares a loss safe: `-- destroys: <what and why it is safe>`. */
const mark = /^-- destroys: \S.{9,}/m;

const destructive = [
	[/\bDROP\s+TABLE\b/i, "drops a table"],
	[/\bDROP\s+COLUMN\b/i, "drops a column"],
	[/\bRENAME\s+TO\b/i, "rebuilds or renames a table"],
	[/\bPRAGMA\s+(foreign_keys|defer_foreign_keys)\b/i, "switches foreign keys off"],
] as const;

/** D1 ends a statement of a migration at the first semicolon of a trigger that takes several lines, and the deployment fails. */
const longTrigger = /\bCREATE\s+TRIGGER\b[^\n]*\n\s*\S/i;

/**
 * A destructive migration needs a mark with its reason. Cascades are refused: D1 keeps foreign keys on while drizzle-kit
 * rebuilds a table, which would silently empty the tables that refer to it.
 * @returns a sentence for each complaint
 */
export function complaintsAbout(migrations: readonly Migration[]): string[] {
	const complaints = migrations.flatMap(({ name, statements }) => {
		const sql = statements.join(";\n");
		const found = destructive.filter(([pattern]) => pattern.test(withoutComments(sql)));
		const unmarked = mark.test(sql) ? [] : found.map(([, what]) => `${name} ${what} and bears no mark.`);
		const cascades = /\bON\s+DELETE\s+CASCADE\b/i.test(sql) ? [`${name} deletes in cascade.`] : [];
		const triggers = statements.some((statement) => longTrigger.test(statement))
			? [`${name} has a trigger of several lines.`]
			: [];
		return [...unmarked, ...cascades, ...triggers];
	});
	const numbers = migrations.map(({ name }) => name.split("_")[0]);
	const twice = migrations.filter((_, index) => numbers.indexOf(numbers[index]) !== index);
	return [...complaints, ...twice.map(({ name }) => `${name} has a number that is taken.`)];
}

function withoutComments(sql: string): string {
	return sql.replace(/--.*$/gm, "");
}
