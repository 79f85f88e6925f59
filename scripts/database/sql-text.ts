import type { BoundStatement } from "./insert-rows";

/** A literal of SQLite, for statements without bound values. */
function literalOf(value: unknown): string {
	if (value === null) return "NULL";
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
	throw new Error(`There is no literal for ${typeof value} ${String(value)}.`);
}

/** The statement with its values as literals. Its only question marks must be the placeholders. */
export function textOf({ sql, values }: BoundStatement): string {
	const rest = [...values];
	return sql.replaceAll("?", () => literalOf(rest.shift() ?? null));
}
