import { editions } from "~editions/index";

/** Selects a row from the database of an edition that its organisers have opened. */
export const openedQuery = "SELECT 1 FROM edition_state WHERE opened_at IS NOT NULL";

/**
 * The years that organisers have opened, of the editions that start as drafts.
 * @param query rows of the {@link openedQuery} in the database of a year; one that is not there yet makes it throw
 */
export async function openedYears(
	query: (year: number) => Promise<readonly unknown[]>,
): Promise<ReadonlySet<number>> {
	const opened = new Set<number>();
	for (const { year, startsAsDraft } of editions) {
		if (!startsAsDraft) continue;
		const rows = await query(year).catch(() => []);
		if (rows.length > 0) opened.add(year);
	}
	return opened;
}
