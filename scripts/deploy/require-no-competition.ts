import { pragueDate } from "~/lib/editions/prague-time";
import type { Edition } from "~editions/schema";
import { Stop } from "../lib/stop.mjs";
import { executeRemotely } from "../lib/wrangler";

/**
 * A database answers nobody while a file is imported or exported.
 * @param isMeant whether the operator has said so
 * @throws Stop when an edition has a competition day today
 */
export async function requireNoCompetition(
	editions: readonly Edition[],
	isMeant: boolean,
	now = new Date(),
): Promise<void> {
	if (isMeant) return;
	const today = pragueDate(now);
	for (const { year } of editions.filter((edition) => String(edition.year) === today.slice(0, 4))) {
		const sql = `SELECT date FROM competition_days WHERE date = '${today}'`;
		// A new database has no tables yet.
		const [days = []] = await executeRemotely(year, sql).catch(() => []);
		if (days.length === 0) continue;
		throw new Stop(
			`Today is a competition day of ${year}: while a file is imported or exported, the database answers nobody, and no tap and no log is stored. Wait for the evening, or say --on-competition-day.`,
		);
	}
}
