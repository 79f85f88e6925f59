import { accommodationTypes, competitionClasses, competitionDays, gliderTypes, regions } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type BoundStatement, insertRows } from "../database/insert-rows";
import { referenceRows } from "./reference-rows";

const correctIndex = `DO UPDATE SET "index" = excluded."index"`;

/** What happens to a glider type that is there, be it from here or from an organiser's list. */
const knownGliderType = {
	kept: "DO NOTHING",
	corrected: `(id) ${correctIndex} ON CONFLICT (name, competition_class_type) ${correctIndex}`,
} as const;

/**
 * Statements that bring an edition's reference data up to the configuration: what is missing is added; countries and reference
 * indices are corrected; days keep their task. Ids are stable, so it can be repeated at any time, and what organisers have added
 * already is no obstacle.
 * @param gliderIndices whether those that are there become those of scripts/reference/gliders.ts, or stay, as an organiser may have
 * imported others
 */
export function referenceStatements(
	edition: Edition,
	gliderIndices: keyof typeof knownGliderType,
): BoundStatement[] {
	const rows = referenceRows(edition);
	return [
		...insertRows(regions, rows.regions, `(id) DO UPDATE SET country = excluded.country`),
		...insertRows(
			competitionClasses,
			rows.competitionClasses,
			`(id) DO UPDATE SET reference_index = excluded.reference_index`,
		),
		...insertRows(gliderTypes, rows.gliderTypes, knownGliderType[gliderIndices]),
		...insertRows(accommodationTypes, rows.accommodationTypes, "DO NOTHING"),
		...insertRows(competitionDays, rows.competitionDays, "DO NOTHING"),
		{ sql: "UPDATE edition_state SET content_version = content_version + 1", values: [] },
	];
}
