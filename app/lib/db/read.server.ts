import { Column, fillPlaceholders, getTableColumns, is, SQL, Subquery, sql, Table } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import type { PreparedQuery } from "drizzle-orm/session";
import { type SelectedFieldsOrdered, SQLiteSelectBase } from "drizzle-orm/sqlite-core";
import { describeError, logLine } from "~/lib/http/log.server";
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
	const preparedFor = preparer(names, build);
	return (db, values) => run(db, preparedFor(db), values);
}

function preparer<Name extends string>(
	names: readonly Name[],
	build: (db: Db, values: Readonly<Record<Name, SQL<string>>>) => Queries,
): (db: Db) => Prepared {
	const preparedFor = memoise((classTypes: string) =>
		prepare(build(unconnected(classTypes.split(",")), placeholders(names))),
	);
	return (db) => preparedFor(db.classTypes.join());
}

/** A query that failed, by the name of its result. */
export interface FailedQuery {
	readonly name: string;
	readonly error: unknown;
}

export function logFailedQueries(requestId: string, failed: readonly FailedQuery[]): void {
	for (const { name, error } of failed)
		logLine("error", "query", { requestId, query: name, ...describeError(error) });
}

/** What could be read: a query that failed has no row. */
export interface ReadParts<Q extends Queries> {
	readonly found: Results<Q>;
	readonly failed: readonly FailedQuery[];
}

/**
 * A {@link read} that takes what it gets. While all is well it is the same batch; when that fails, each query is asked by itself.
 * @throws what the database throws when every query fails
 */
export function readParts<Q extends Queries>(db: Db, queries: Q): Promise<ReadParts<Q>> {
	return runParts(db, prepare(queries), {});
}

/**
 * A {@link preparedRead} that takes what it gets, as {@link readParts}.
 * @param needed names of the results without which nothing can be shown: their errors are thrown
 */
export function preparedParts<Name extends string, Q extends Queries>(
	names: readonly Name[],
	build: (db: Db, values: Readonly<Record<Name, SQL<string>>>) => Q,
	needed: readonly (keyof Q)[] = [],
): (db: Db, values: Readonly<Record<Name, string | null>>) => Promise<ReadParts<Q>> {
	const preparedFor = preparer(names, build);
	return async (db, values) => {
		const read = await runParts<Q>(db, preparedFor(db), values);
		const lacking = read.failed.find(({ name }) => needed.includes(name));
		if (lacking) throw lacking.error;
		return read;
	};
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
	return resultsOf(prepared, await db.$client.batch(statementsOf(db, prepared, values)));
}

async function runParts<Q extends Queries>(
	db: Db,
	prepared: Prepared,
	values: Record<string, unknown>,
): Promise<ReadParts<Q>> {
	const statements = statementsOf(db, prepared, values);
	try {
		return { found: resultsOf(prepared, await db.$client.batch(statements)), failed: [] };
	} catch (error) {
		const outcomes = await Promise.allSettled(statements.map((one) => db.$client.batch([one])));
		const failed = prepared.flatMap(({ name }, index) => {
			const outcome = outcomes[index];
			return outcome?.status === "rejected" ? [{ name, error: outcome.reason }] : [];
		});
		if (failed.length === prepared.length) throw error;
		const rows = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value[0] : noRows));
		return { found: resultsOf(prepared, rows), failed };
	}
}

const noRows = { results: [] };

function statementsOf(db: Db, prepared: Prepared, values: Record<string, unknown>): D1PreparedStatement[] {
	return prepared.map(({ query }) => {
		const { sql, params } = query.getQuery();
		return db.$client.prepare(sql).bind(...fillPlaceholders(params, values));
	});
}

function resultsOf<Q extends Queries>(prepared: Prepared, answers: readonly unknown[]): Results<Q> {
	const entries = prepared.map(({ name, query, isFirst }, index) => {
		const rows = query.mapResult(answers[index], true);
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
