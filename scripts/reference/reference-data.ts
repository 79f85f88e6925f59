import { accommodationTypes, competitionClasses, competitionDays, gliderTypes, regions } from "~db/schema";
import type { Edition } from "~editions/schema";
import { type BoundStatement, insertRows } from "../database/insert-rows";
import { referenceRows } from "./reference-rows";

const correctIndex = `DO UPDATE SET "index" = excluded."index"`;

/** The conflict clause for existing glider types, also those of an imported list. */
const knownGliderType = {
	kept: "DO NOTHING",
	corrected: `(id) ${correctIndex} ON CONFLICT (name, competition_class_type) ${correctIndex}`,
} as const;

/**
 * Statements that add missing reference data and correct countries and reference indices. Days keep their task. May be
 * repeated at any time.
 * @param gliderIndices `kept` keeps the indices that organisers have imported, `corrected` sets those of gliders.ts
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
