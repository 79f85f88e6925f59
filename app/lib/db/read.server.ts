import { Column, fillPlaceholders, getTableColumns, is, SQL, Subquery, sql, Table } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import type { PreparedQuery } from "drizzle-orm/session";
import { type SelectedFieldsOrdered, SQLiteSelectBase } from "drizzle-orm/sqlite-core";
import { memoise } from "~/lib/memoise";
import type { Db } from "./client.server";

type Query = BatchItem<"sqlite"> & PromiseLike<unknown> & { prepare(): PreparedQuery };

/** A query of which only the first row is wanted. */
class First<Q extends Query = Query> {
	constructor(readonly query: Q) {}
}

/** Queries by the names of their results. An undefined one is not run. */
type Queries = Readonly<Record<string, Query | First | undefined>>;

/** The rows of each query. */
export type Results<Q extends Queries> = { [K in keyof Q]: Result<Q[K]> };

type Result<Q> = Q extends First<infer Of> ? FirstRow<Awaited<Of>> : Awaited<Q>;
type FirstRow<Rows> = Rows extends readonly (infer Row)[] ? Row | undefined : never;

type Prepared = readonly {
	readonly name: string;
	readonly query: PreparedQuery;
	readonly isFirst: boolean;
}[];

/** Prepares queries for whichever session runs them. @param classTypes those of the session, see `Db` */
export function unconnected(classTypes: readonly string[]): Db {
	return Object.assign(drizzle({ prepare: () => null } as unknown as D1Database), { classTypes });
}

/** Marks a query in a {@link read}: its result is the first row, or undefined. */
export function first<Q extends Query>(query: Q): First<Q> {
	return new First(query);
}

/**
 * Reads the results of queries in one batch, by the names of the queries.
 * @throws what the database throws
 */
export function read<Q extends Queries>(db: Db, queries: Q): Promise<Results<Q>> {
	return run(db, prepare(queries), {});
}

/**
 * A {@link read} whose SQL is built once an isolate and order of classes, for pages that everybody asks for: building the dozen queries of the home page
 * takes longer than rendering it.
 * @param build gets an expression in the place of each value
 */
export function preparedRead<Name extends string, Q extends Queries>(
	names: readonly Name[],
	build: (db: Db, values: Readonly<Record<Name, SQL<string>>>) => Q,
): (db: Db, values: Readonly<Record<Name, string | null>>) => Promise<Results<Q>> {
	const preparedFor = memoise((classTypes: string) =>
		prepare(build(unconnected(classTypes.split(",")), placeholders(names))),
	);
	return (db, values) => run(db, preparedFor(db.classTypes.join()), values);
}

function placeholders<Name extends string>(names: readonly Name[]): Record<Name, SQL<string>> {
	const entries = names.map((name) => [name, sql`${sql.placeholder(name)}`]);
	return Object.fromEntries(entries);
}

function prepare(queries: Queries): Prepared {
	return Object.entries(queries).flatMap(([name, asked]) => {
		if (!asked) return [];
		const isFirst = asked instanceof First;
		const query = isFirst ? asked.query : asked;
		if (is(query, SQLiteSelectBase)) {
			const { config } = query._;
			config.fieldsFlat = named(config.fields, "");
		}
		return [{ name, isFirst, query: query.prepare() }];
	});
}

async function run<Q extends Queries>(
	db: Db,
	prepared: Prepared,
	values: Record<string, unknown>,
): Promise<Results<Q>> {
	const statements = prepared.map(({ query }) => {
		const { sql, params } = query.getQuery();
		return db.$client.prepare(sql).bind(...fillPlaceholders(params, values));
	});
	const results = await db.$client.batch(statements);
	const entries = prepared.map(({ name, query, isFirst }, index) => {
		const rows = query.mapResult(results[index], true);
		return [name, isFirst ? (rows as readonly unknown[])[0] : rows];
	});
	return Object.fromEntries(entries);
}

/**
 * The fields of a query, each with its path as an alias. D1 returns the rows of a batch as objects, so of two columns with one name
 * one would be lost, and all later values would shift. The dot in the alias keeps it from being a column's name, so the other
 * clauses still mean the columns. An expression to which another clause refers already has its alias.
 */
function named(fields: object, path: string): SelectedFieldsOrdered {
	return Object.entries(fields).flatMap(([key, field]): SelectedFieldsOrdered => {
		const name = `${path}.${key}`;
		if (is(field, SQL)) return [{ path: [name], field: field.as(name) }];
		if (is(field, Column)) return [{ path: [name], field: sql`${field}`.as(name) }];
		if (is(field, SQL.Aliased) || is(field, Subquery)) return [{ path: [name], field }];
		return named(is(field, Table) ? getTableColumns(field) : field, name);
	});
}
