import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { classTypesOf } from "~/lib/editions/classes";
import type { Edition } from "~editions/schema";
import { isBusy, mayHideBusy, whenNotBusy } from "./when-not-busy.server";

export type Db = DrizzleD1Database & {
	readonly $client: D1Database;
	/** The keys of the edition's classes in the order of its file: lists of classes have it, see `classOrder`. */
	readonly classTypes: readonly string[];
};

/**
 * Opens a session on an edition's database. The first read goes to the primary, so that no data is older than the
 * content version, and a client sees its own writes.
 * @throws Error when no database is bound to the edition
 */
export function openDb(edition: Pick<Edition, "year" | "classes">, env: Env): Db {
	const binding = env[`DB_${edition.year}`];
	if (!binding) throw new Error(`No database is bound to the edition ${edition.year}`);
	// The driver calls only `prepare` and `batch`, which a session has; its type asks for the whole database.
	const session = binding.withSession("first-primary") as unknown as D1Database;
	return Object.assign(drizzle(waiting(session)), { classTypes: classTypesOf(edition) });
}

/** Milliseconds for which a request waits for a command that writes: one that restores or moves in writes for seconds, on a slow disk for more. */
const longestWait = 10_000;

interface Held {
	readonly statement: D1PreparedStatement;
	/** Whether it changes nothing. */
	readonly reads: boolean;
}

/** The session, which waits while another process writes to its database. On Cloudflare nobody else does. */
function waiting(session: D1Database): D1Database {
	/** Statements of the session, by what the driver holds: a batch takes no others. */
	const own = new WeakMap<object, Held>();
	const wait = <Answer>(ask: () => Promise<Answer>, reads: boolean) =>
		whenNotBusy(ask, longestWait, reads ? mayHideBusy : isBusy);
	const held = ({ statement, reads }: Held) => {
		const waits = {
			bind: (...values: unknown[]) => held({ statement: statement.bind(...values), reads }),
			run: () => wait(() => statement.run(), reads),
			all: () => wait(() => statement.all(), reads),
			raw: () => wait(() => statement.raw(), reads),
		} as unknown as D1PreparedStatement;
		own.set(waits, { statement, reads });
		return waits;
	};
	const database = {
		prepare: (query: string) => held({ statement: session.prepare(query), reads: /^select\b/i.test(query) }),
		batch: (statements: D1PreparedStatement[]) =>
			wait(
				() => session.batch(statements.map((one) => own.get(one)?.statement ?? one)),
				statements.every((one) => own.get(one)?.reads === true),
			),
	};
	return database as unknown as D1Database;
}
