import type { BoundStatement } from "./insert-rows";

/** A value as SQLite's own literal, for statements that can have no bound values. */
export function literalOf(value: unknown): string {
	if (value === null) return "NULL";
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
	throw new Error(`There is no literal for ${typeof value} ${String(value)}.`);
}

/** A statement with its values written into it. Outside of them it must have no question mark but the placeholders. */
export function textOf({ sql, values }: BoundStatement): string {
	const rest = [...values];
	return sql.replaceAll("?", () => literalOf(rest.shift() ?? null));
}
