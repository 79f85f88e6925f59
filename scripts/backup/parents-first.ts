import { statementsIn } from "./short-statements";

const insertInto = /^INSERT INTO "?(\w+)/i;
const createTable = /^CREATE TABLE (?:IF NOT EXISTS )?["`]?(\w+)/i;
const reference = /\bREFERENCES ["`]?(\w+)/gi;

/**
 * The rows of an export in an order in which each comes behind the rows that it refers to: an import that looks at every statement by
 * itself refuses another one. No table refers to itself, and none to one that leads back to it.
 * @param data `INSERT` statements and settings, which stay in front
 * @param schema `CREATE TABLE` statements with the references
 */
export function parentsFirst(data: string, schema: string): string {
	const order = new Map(tablesParentsFirst(schema).map((table, place) => [table, place]));
	const placeOf = (statement: string) => order.get(insertInto.exec(statement)?.[1] ?? "") ?? -1;
	// The sort is stable: rows of a table keep their order, by which they get their row ids.
	const statements = statementsIn(data).sort((one, other) => placeOf(one) - placeOf(other));
	return statements.map((statement) => `${statement};\n`).join("");
}

/** @throws Error when tables refer to each other */
export function tablesParentsFirst(schema: string): string[] {
	const parents = new Map<string, readonly string[]>();
	for (const statement of statementsIn(schema)) {
		const [, table] = createTable.exec(statement) ?? [];
		if (table)
			parents.set(
				table,
				Array.from(statement.matchAll(reference), ([, parent = ""]) => parent),
			);
	}
	const ordered = new Set<string>();
	const add = (table: string, path: readonly string[]) => {
		if (ordered.has(table)) return;
		if (path.includes(table)) throw new Error(`Tables refer to each other: ${[...path, table].join(" → ")}`);
		for (const parent of parents.get(table) ?? []) add(parent, [...path, table]);
		ordered.add(table);
	};
	for (const table of parents.keys()) add(table, []);
	return [...ordered];
}
