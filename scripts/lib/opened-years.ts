import { editions } from "~editions/index";

/** What Cloudflare's API and a local state say of a database that is not there, and a database of a table or a column. */
const notThere = /no such (?:table|column)|"code": ?740[04]\b|lacks DB_/;

/** Whether a query failed because the database is not there yet, or not in this form. */
export function isNotThere(error: unknown): boolean {
	return notThere.test(String(error));
}

/** The rows of a database that may not be there yet, or not in this form: then there are none. @throws any other error of the query */
export async function rowsIfThere<Row>(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
	try {
		return await rows;
	} catch (error) {
		// Of a lost line nobody may think that there is nothing.
		if (isNotThere(error)) return [];
		throw error;
	}
}

/** Selects a row from the database of an edition that its organisers have opened. */
export const openedQuery = "SELECT 1 FROM edition_state WHERE opened_at IS NOT NULL";

/**
 * The years that organisers have opened, of the editions that start as drafts.
 * @param query rows of the {@link openedQuery} in the database of a year
 * @throws what the query throws, unless the database is not there yet
 */
export async function openedYears(
	query: (year: number) => Promise<readonly unknown[]>,
): Promise<ReadonlySet<number>> {
	const opened = new Set<number>();
	for (const { year, startsAsDraft } of editions) {
		if (!startsAsDraft) continue;
		if ((await rowsIfThere(query(year))).length > 0) opened.add(year);
	}
	return opened;
}
