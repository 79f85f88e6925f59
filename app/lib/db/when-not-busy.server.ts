/** Milliseconds between two tries. A write of another process takes a few. */
const betweenTries = 50;

/**
 * Works on a database that another process may be writing to, as a command beside `npm run serve` does. SQLite refuses at once then, and
 * has done nothing of the work.
 * @param longestWait milliseconds after which it stays refused
 * @param isRefused whether an error says so
 * @throws what the work throws, such as that the database is busy
 */
export async function whenNotBusy<Answer>(
	work: () => Promise<Answer>,
	longestWait: number,
	isRefused: (error: unknown) => boolean = isBusy,
): Promise<Answer> {
	for (let waited = 0; ; waited += betweenTries) {
		try {
			return await work();
		} catch (error) {
			if (waited >= longestWait || !isRefused(error)) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, betweenTries));
	}
}

/** Also of a connection that has lost the race for its place among many writers dozens of times, as on a machine without time to spare. */
export function isBusy(error: unknown): boolean {
	return /SQLITE_BUSY|database is locked|SQLITE_PROTOCOL/.test(String(error));
}

/**
 * Whether work that may be done twice, as reading may, is refused: also by an error behind which a database of Miniflare hides the lock that
 * it meets as it opens its file. Nobody knows what such an error has done.
 */
export function mayHideBusy(error: unknown): boolean {
	return isBusy(error) || /got: Error: internal error; reference/.test(String(error));
}
