import { isBusy, mayHideBusy, whenNotBusy } from "~/lib/db/when-not-busy.server";
import { Stop } from "../lib/stop.mjs";

/** Milliseconds for which a command waits for a server that writes to the same database. */
const longestWait = 60_000;

/** Tries again while a server writes. @throws Stop when it writes without a pause */
export async function whenServerRests<Answer>(work: () => Promise<Answer>): Promise<Answer> {
	try {
		return await whenNotBusy(work, longestWait);
	} catch (error) {
		if (!isBusy(error)) throw error;
		throw new Stop("The server writes without a pause. Try again, or stop it first.");
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
