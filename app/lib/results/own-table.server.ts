import type { Ctx } from "~/lib/context";
import { exactlyOne, type Write } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { changedAt } from "~/lib/scoring/day-scores";
import { pilotsOfClass, type ScoredPilot } from "~/lib/scoring/scored-pilots.server";
import { storedScores } from "~/lib/scoring/scoring-queries.server";
import { isUntouched } from "~/lib/scoring/store-scores.server";
import { dayScores, type ScoredRow } from "~db/schema";
import { removeTable, replaceTable, type StoredTable, type TableContent } from "./result-tables.server";

type NamedRow = Pick<StoredTable["rows"][number], "registrationId" | "competitor">;

/** How tables name a competitor, by entry. */
export function namesOf(rows: readonly NamedRow[]): ReadonlyMap<string, string> {
	return new Map(
		rows.flatMap(({ registrationId, competitor }) => (registrationId ? [[registrationId, competitor]] : [])),
	);
}

/** Our official scores as a table. Competitors without a rank get the place behind all who have points. Guests are left out. */
export function tableOfScores(
	scored: readonly ScoredRow[],
	pilots: readonly ScoredPilot[],
	nameOf: ReadonlyMap<string, string>,
): TableContent {
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const behind = 1 + scored.filter(({ points, guest }) => !guest && (points ?? 0) > 0).length;
	const rows = scored.flatMap(
		({ registrationId, rank, handicap, points, penalty, distanceM, speedKmh, guest, override }) => {
			const pilot = pilotOf.get(registrationId);
			if (!pilot || guest) return [];
			return [
				{
					registrationId,
					competitor: nameOf.get(registrationId) ?? foldedNumber(pilot.startNumber),
					position: rank ?? behind,
					name: `${pilot.name} ${pilot.surname}`,
					aeroclub: pilot.aeroclub,
					glider: override?.glider?.name ?? pilot.glider,
					handicap,
					points: points ?? 0,
					penalty,
					distanceM,
					speedKmh,
					totalPoints: null,
					totalPosition: null,
					flightId: null,
				},
			];
		},
	);
	return { status: "official", source: "here", rows };
}

/**
 * Statements that remove a table from elsewhere. What was official here before it came is official again.
 * @param tables of the class
 */
export async function uncoverOurs(
	{ db }: Ctx,
	tables: readonly StoredTable[],
	removed: StoredTable,
): Promise<Write["statements"]> {
	const { dayId, competitionClassId: classId } = removed;
	const { ours, pilots } = await read(db, {
		ours: first(storedScores(db, { dayId, classId })),
		pilots: pilotsOfClass(db, { dayId, classId }),
	});
	if (ours?.state !== "official") return removeTable(db, removed);
	const nameOf = namesOf(tables.flatMap((table) => (table === removed ? [] : table.rows)));
	return [
		exactlyOne(db.update(dayScores).set({ state: "official" }).where(isUntouched(ours))),
		...replaceTable(
			{ db, now: changedAt(ours) },
			{ classId, dayId },
			removed,
			tableOfScores(ours.sheet.rows, pilots, nameOf),
		),
	];
}
