import { sql } from "drizzle-orm";
import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { type CsvCell, writeCsv } from "~/lib/csv/csv";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes-queries.server";
import { formatClock } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { classScores } from "~/lib/scoring/class-scores.server";
import { byPlace, shownState } from "~/lib/scoring/preliminary-scores.server";
import { shownPlace } from "~/lib/scoring/score-sheet";
import { taskById } from "~/lib/tasks/tasks-queries.server";

export type DaySheet = NonNullable<Awaited<ReturnType<typeof readDaySheet>>>;

/** Our scores of a class on a day, as a jury signs them. Null when there are none that the reader may see. @param date local date */
export async function readDaySheet(ctx: Ctx, date: string, classType: string) {
	const { db } = ctx;
	const { day, competitionClass } = await read(db, {
		day: first(dayByDate(db, date)),
		competitionClass: first(classByType(db, classType)),
	});
	if (!day || !competitionClass) return null;
	const where = { dayId: day.id, classId: competitionClass.id };
	const scores = await classScores(ctx, where);
	if (!scores.ok) return null;
	const { stored, pilots, areScoresShown } = scores.value;
	if (!stored || !(areScoresShown || isAdmin(ctx))) return null;
	const { task, state } = await read(db, {
		task: first(taskById(db, stored.sheet.task.id)),
		state: first(shownState(db, sql`${where.classId}`, sql`${where.dayId}`)),
	});
	if (!task || !state) return null;
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const { kind, distanceM, minDistanceM, maxDistanceM, taskTimeS } = task;
	return {
		...where,
		classType: competitionClass.type,
		day: { name: day.name, date: day.date },
		task: { kind, distanceM, minDistanceM, maxDistanceM, taskTimeS },
		figures: stored.sheet.day,
		computedAt: stored.computedAt,
		state,
		rows: stored.sheet.rows
			.flatMap(({ flight: _, ...row }) => {
				const pilot = pilotOf.get(row.registrationId);
				return pilot ? [{ ...row, pilot, place: shownPlace(row) }] : [];
			})
			.toSorted(byPlace),
	};
}

/** The columns that an import reads, then those that only our scores have. Times are local, distances kilometres, speeds km/h. */
const columns = [
	...["position", "cn", "name", "club", "glider", "handicap", "points"],
	...["status", "start", "finish", "distance_km", "speed_kmh", "penalty", "penalty_reason"],
] as const;

/**
 * Writes the table as CSV, in the columns of our own import and those of our own scoring (`docs/formats.md` section 3). Guests have
 * the position `HC`, and a row without a place has the status of the flight instead. Czech spreadsheets take semicolons and commas.
 */
export function daySheetCsv({ rows }: DaySheet, language: Language): string {
	return writeCsv(
		columns,
		rows.map((row): readonly CsvCell[] => [
			row.guest ? "HC" : (row.place ?? unplaced[row.status] ?? null),
			row.pilot.startNumber,
			`${row.pilot.name} ${row.pilot.surname}`,
			row.pilot.aeroclub,
			row.pilot.glider,
			row.handicap,
			row.points ?? 0,
			row.status,
			clockOf(row.start),
			clockOf(row.finish),
			row.distanceM === null ? null : { value: row.distanceM / 1000, decimals: 3 },
			row.speedKmh === null ? null : { value: row.speedKmh, decimals: 2 },
			row.penalty,
			row.penalties.flatMap(({ points, text }) => (points > 0 ? `${points}: ${text}` : [])).join("; "),
		]),
		{ guardFormulas: true, ...(language === "cs" ? { delimiter: ";", decimalComma: true } : {}) },
	);
}

const unplaced: Readonly<Record<string, string>> = { dnf: "DNF", missing: "DNF", dsq: "DSQ" };

function clockOf(moment: number | null): string | null {
	return moment === null ? null : formatClock(new Date(moment), "en");
}
