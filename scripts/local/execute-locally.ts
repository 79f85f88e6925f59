import { isBusy, mayHideBusy, whenNotBusy } from "~/lib/db/when-not-busy.server";
import { statementsIn } from "../backup/short-statements";
import { databaseOf } from "../database/database-of";
import { Stop } from "../lib/stop.mjs";
import { type LocalPlace, openLocalState } from "./local-state";

/** Milliseconds for which a command waits for a server that writes to the same database. */
const longestWait = 60_000;

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
		const answers = await whenServerRests(() =>
			database.batch<Record<string, unknown>>(statements.map((one) => database.prepare(one))),
		);
		return answers.map(({ results }) => results);
	} finally {
		await close();
	}
}

/** What a bucket answers that another process writes to. */
const bucketIsBusy = /Unspecified error \(0\)/;

/**
 * The same for work that may be done twice, as reading and putting a file may: it is done again also after an error that may hide a lock.
 */
export function repeatWhenServerRests<Answer>(work: () => Promise<Answer>): Promise<Answer> {
	return whenServerRests(async () => {
		try {
			return await work();
		} catch (error) {
			const isRefused = mayHideBusy(error) || bucketIsBusy.test(String(error));
			throw isRefused ? new Error("SQLITE_BUSY", { cause: error }) : error;
		}
	});
}

/** Tries again while a server writes. @throws Stop when it writes without a pause */
export async function whenServerRests<Answer>(work: () => Promise<Answer>): Promise<Answer> {
	try {
		return await whenNotBusy(work, longestWait);
	} catch (error) {
		if (!isBusy(error)) throw error;
		throw new Stop("The server writes without a pause. Nothing was changed; try again, or stop it first.");
	}
}
