import { pragueDate } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { rowsIfThere } from "../lib/opened-years";
import { Stop } from "../lib/stop.mjs";

/**
 * A database answers nobody while a file is imported or exported.
 * @param isMeant whether the operator has said so
 * @param query rows of a statement on the deployment
 * @throws Stop when an edition has a competition day today, or its database does not say
 */
export async function requireNoCompetition(
	editions: readonly Edition[],
	isMeant: boolean,
	query: (year: number, sql: string) => Promise<readonly unknown[]>,
	now = new Date(),
): Promise<void> {
	if (isMeant) return;
	const today = pragueDate(now);
	for (const { year } of editions.filter((edition) => String(edition.year) === today.slice(0, 4))) {
		const sql = `SELECT date FROM competition_days WHERE date = '${today}'`;
		if ((await rowsIfThere(query(year, sql))).length === 0) continue;
		throw new Stop(
			`Today is a competition day of ${year}: while a file is imported or exported, the database answers nobody, and no tap and no log is stored. Wait for the evening, or say --on-competition-day.`,
		);
	}
}
