import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { usesOf } from "~/lib/db/uses.server";
import { pilotDays } from "~db/schema";
import { type BoundStatement, insertRows } from "../database/insert-rows";
import { textOf } from "../database/sql-text";

/** What the database holds of a row, by the names of its columns. */
export type Held = Readonly<Record<string, unknown>>;

/** A table, and how its rows are brought up to date. */
export interface Target {
	readonly table: SQLiteTable;
	/** Fields by which a row is found. */
	readonly key: readonly string[];
	/** Fields that a row keeps once it is there. */
	readonly kept?: readonly string[];
	/** Whether somebody has changed the row here: then it stays as it is. */
	readonly isOurs?: (held: Held) => boolean;
	/** Fields that differ by what makes a row ours: nobody needs to hear of it. */
	readonly silent?: readonly string[];
}

/** A row as the dump has it. */
export interface Row {
	readonly target: Target;
	readonly values: Readonly<Record<string, unknown>>;
	/** Id of the row that is there and gets the id of this one. */
	readonly was?: string | undefined;
	/** Whether somebody has changed the row here: then it stays as it is. */
	readonly isOurs?: boolean;
	/** Whether the dump no longer has the row: then it goes. */
	readonly isGone?: boolean;
	/** The object that the row names. */
	readonly object?: {
		readonly key: string;
		readonly size: number;
		readonly sha256: string;
		readonly path: string;
	};
}

type State = "new" | "changed" | "same" | "ours";

/** A row beside what is there. */
export interface Compared {
	readonly row: Row;
	readonly state: State;
}

type Query = (sql: string) => Promise<Held[]>;

/** Compares the rows of documents with those of the database. A document of which somebody has changed a row here stays as it is. */
export async function compareDocuments(
	query: Query,
	documents: readonly (readonly Row[])[],
): Promise<Compared[]> {
	const compared = await compareRows(query, documents.flat());
	const changed = new Set(compared.filter(({ state }) => state === "ours").map(({ row }) => row));
	const kept = new Set(documents.filter((own) => own.some((row) => changed.has(row))).flat());
	return compared.map(({ row, state }) => ({ row, state: kept.has(row) ? "ours" : state }));
}

/** Compares rows with those of the database. */
async function compareRows(query: Query, rows: readonly Row[]): Promise<Compared[]> {
	const targets = [...new Set(rows.map(({ target }) => target))];
	const heldOf = new Map<Target, Map<string, Held>>();
	for (const target of targets) heldOf.set(target, await heldRows(query, target, rows));
	return rows.map((row) => {
		const held = heldOf.get(row.target)?.get(row.was ?? keyOf(row));
		return { row, state: stateOf(row, held) };
	});
}

function stateOf({ target, values, was, isOurs, isGone }: Row, held: Held | undefined): State {
	if (!held) return isGone ? "same" : "new";
	const fields = changingFields(target, values).filter(([, column, value]) => held[column] !== value);
	const isOursByItself = target.isOurs?.(held) === true;
	const told = fields.filter(([field]) => !isOursByItself || !target.silent?.includes(field));
	if (!isGone && was === undefined && told.length === 0) return "same";
	return isOurs || isOursByItself ? "ours" : "changed";
}

/** The fields of a row that a later run may change, with their columns and stored values. */
function changingFields({ table, key, kept = [] }: Target, values: Row["values"]) {
	const columns = getTableColumns(table);
	return Object.keys(values)
		.filter((field) => !key.includes(field) && !kept.includes(field))
		.map((field) => [field, columns[field]?.name ?? "", storedValue(table, field, values[field])] as const);
}

function storedValue(table: SQLiteTable, field: string, value: unknown): unknown {
	return value === null || value === undefined
		? null
		: getTableColumns(table)[field]?.mapToDriverValue(value);
}

/** The rows of a table that are there, by their keys. */
async function heldRows(query: Query, target: Target, rows: readonly Row[]): Promise<Map<string, Held>> {
	const own = rows.filter((row) => row.target === target);
	const columns = getTableColumns(target.table);
	const names = Object.keys(own[0]?.values ?? {}).map((field) => `"${columns[field]?.name}"`);
	const key = target.key.map((field) => `"${columns[field]?.name}"`).join(" || ' ' || ");
	const keys = own.map((row) => `'${row.was ?? keyOf(row)}'`);
	const found = await query(
		`SELECT ${key} AS its_key, ${names.join(", ")} FROM "${getTableName(target.table)}" WHERE ${key} IN (${keys.join(", ")})`,
	);
	return new Map(found.map((held) => [String(held.its_key), held]));
}

/** Keys are ids of ours and of the dump: they hold no quote. */
function keyOf({ target, values }: Row): string {
	return target.key.map((field) => String(values[field])).join(" ");
}

/**
 * The statements that bring rows up to date, in their order. A row that gets another id does so with all that refers to it, even one that
 * stays as it is otherwise.
 */
export function statementsFor(compared: readonly Compared[]): string[] {
	const written = compared.filter(({ state }) => state === "new" || state === "changed");
	const rows = written.map(({ row }) => row);
	const renamed = compared.flatMap(({ row }) => renameStatements(row));
	return [
		...(renamed.length > 0 ? ["PRAGMA defer_foreign_keys = ON", ...renamed] : []),
		...insertionsOf(rows.filter(({ isGone }) => !isGone)).map(textOf),
		...rows.filter(({ isGone }) => isGone).map(removal),
	];
}

function removal({ target, values }: Row): string {
	return `DELETE FROM "${getTableName(target.table)}" WHERE id = '${values.id}'`;
}

/** Characters of the rows of a statement, which must stay short enough for D1. */
const mostCharacters = 20_000;

/** Few statements, as each is a call to the database: rows of one table go together, in the order in which the tables come. */
function insertionsOf(rows: readonly Row[]): BoundStatement[] {
	const groups = new Map<Target, { fields: string; characters: number; rows: Row[] }[]>();
	for (const row of rows) {
		const fields = Object.keys(row.values).join();
		const characters = JSON.stringify(row.values).length;
		const ofTable = groups.get(row.target) ?? [];
		groups.set(row.target, ofTable);
		const last = ofTable.at(-1);
		if (last?.fields === fields && last.characters + characters <= mostCharacters) {
			last.characters += characters;
			last.rows.push(row);
		} else ofTable.push({ fields, characters, rows: [row] });
	}
	return [...groups.values()].flat().flatMap(({ rows: together }) => {
		const [first] = together as [Row];
		const values = together.map((row) => row.values);
		return insertRows(first.target.table, values, onConflict(first));
	});
}

function onConflict({ target, values }: Row): string {
	const columns = getTableColumns(target.table);
	const key = target.key.map((field) => `"${columns[field]?.name}"`).join(", ");
	const changes = changingFields(target, values).map(([, name]) => `"${name}" = excluded."${name}"`);
	return changes.length > 0 ? `(${key}) DO UPDATE SET ${changes.join(", ")}` : `(${key}) DO NOTHING`;
}

function renameStatements({ target, values, was }: Row): string[] {
	if (was === undefined) return [];
	const to = [`'${values.id}'`, `'${was}'`] as const;
	const rename = (table: string, column: string) =>
		`UPDATE "${table}" SET "${column}" = ${to[0]} WHERE "${column}" = ${to[1]}`;
	const uses = usesOf(target.table as SQLiteTable & { readonly id: SQLiteColumn });
	// Its triggers write along what else refers to the row, and find it under its new id.
	const isLast = (table: string) => Number(table === getTableName(pilotDays));
	return [
		...uses
			.toSorted((a, b) => isLast(a.table) - isLast(b.table))
			.map(({ table, column }) => rename(table, column)),
		rename(getTableName(target.table), "id"),
	];
}
