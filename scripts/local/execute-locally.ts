import { setTimeout as pause } from "node:timers/promises";
import { statementsIn } from "../backup/short-statements";
import { databaseOf } from "../database/database-of";
import { Stop } from "../lib/stop.mjs";
import { type LocalPlace, openLocalState } from "./local-state";

/** Milliseconds for which a command waits for a server that writes to the same database. */
const longestWait = 60_000;
/** Milliseconds between two tries. A write of the server takes a few. */
const betweenTries = 50;

/**
 * Executes statements on a local database, all or none of them, also while a server works on it.
 * @returns the rows of each
 * @throws Stop when the database stays busy
 */
export async function executeLocally(
	place: LocalPlace,
	year: number,
	sql: string,
): Promise<Record<string, unknown>[][]> {
	const { env, close } = await openLocalState(place);
	try {
		const database = databaseOf(env, year);
		const statements = statementsIn(sql);
		const answers = await whenNotBusy(() =>
			database.batch<Record<string, unknown>>(statements.map((one) => database.prepare(one))),
		);
		return answers.map(({ results }) => results);
	} finally {
		await close();
	}
}

/** Tries again while a server writes. @throws Stop when it writes without a pause */
export async function whenNotBusy<Answer>(work: () => Promise<Answer>): Promise<Answer> {
	const until = Date.now() + longestWait;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!/SQLITE_BUSY|database is locked/.test(String(error))) throw error;
			if (Date.now() > until)
				throw new Stop(
					"The server writes without a pause. Nothing was changed; try again, or stop it first.",
				);
			await pause(betweenTries);
		}
	}
}
