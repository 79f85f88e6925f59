import { editions } from "~editions/index";
import { openedQuery, rowsIfThere } from "../lib/opened-years";
import type { Storage } from "./backup";

/**
 * What a restored edition is that started as a draft: what the backup says, whatever has happened since. A restore opens none and closes none;
 * where an earlier year knows better, the operator decides. Null for an edition that is no draft by its file.
 */
export async function draftInWords({ query }: Pick<Storage, "query">, year: number): Promise<string | null> {
	if (!editions.some((edition) => edition.year === year && edition.startsAsDraft)) return null;
	if ((await rowsIfThere(query(year, openedQuery))).length > 0)
		return `${year}: its organisers had opened it: it is open here, and has the main domain.`;
	const noted = `SELECT max(at) AS at FROM audit_log WHERE action = 'next-year.open' AND subject_id = '${year}'`;
	for (const earlier of editions.filter((edition) => edition.year < year && !edition.practice).reverse()) {
		const [note] = await rowsIfThere(query(earlier.year, noted));
		if (typeof note?.at !== "number") continue;
		const opened = new Date(note.at).toISOString();
		return `${year}: a draft, as in the backup. The audit log of ${earlier.year} says that it was opened on ${opened}, so ${earlier.year} takes entries again until it is opened anew: on /admin/next-year, or by UPDATE edition_state SET opened_at = ${note.at}.`;
	}
	return `${year}: a draft, which its organisers alone see until they open it.`;
}
