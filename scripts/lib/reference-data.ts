import { referenceRows } from "~db/reference/reference-rows";
import { accommodationTypes, competitionClasses, competitionDays, gliderTypes, regions } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type BoundStatement, insertRows } from "./insert-rows";

/**
 * Statements that bring an edition's reference data up to the configuration: what is missing is added; countries, reference indices
 * and glider indices are corrected; days keep their task. Ids are stable, so it can be repeated at any time.
 */
export function referenceStatements(edition: Edition): BoundStatement[] {
	const rows = referenceRows(edition);
	return [
		...insertRows(regions, rows.regions, `(id) DO UPDATE SET country = excluded.country`),
		...insertRows(
			competitionClasses,
			rows.competitionClasses,
			`(id) DO UPDATE SET reference_index = excluded.reference_index`,
		),
		...insertRows(gliderTypes, rows.gliderTypes, `(id) DO UPDATE SET "index" = excluded."index"`),
		...insertRows(accommodationTypes, rows.accommodationTypes, "(id) DO NOTHING"),
		...insertRows(competitionDays, rows.competitionDays, "(id) DO NOTHING"),
		{ sql: "UPDATE edition_state SET content_version = content_version + 1", values: [] },
	];
}
