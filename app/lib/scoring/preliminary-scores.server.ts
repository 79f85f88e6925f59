import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { compareNames } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import { rowStatuses } from "~db/enums";
import {
	competitionDays,
	type DayScores,
	dayScores,
	type Evaluating,
	gliderTypes,
	protests,
	registrations,
	type ScoredRow,
	type ScorePenalty,
	users,
} from "~db/schema";
import { isExplained } from "./score-sheet";
import {
	areScoresShown,
	areScoresTheResult,
	elsewhere,
	isRowExplained,
	ofRow,
	ofSheet,
	sheetRows,
} from "./shown-scores.server";

/** Selects the days of a class with preliminary scores, by date. @param classId an expression for its id */
export function preliminaryDays(db: Db, classId: SQL) {
	return db
		.select({ dayId: dayScores.dayId, dayName: competitionDays.name, date: competitionDays.date })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(and(eq(dayScores.competitionClassId, classId), areScoresTheResult))
		.orderBy(competitionDays.date);
}

/** Expression for the id of the last day of a class with preliminary scores; null without one. */
export function lastPreliminaryDay(db: Db, classId: SQL): SQL {
	const last = db
		.select({ id: dayScores.dayId })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(and(eq(dayScores.competitionClassId, classId), areScoresTheResult))
		.orderBy(desc(competitionDays.date))
		.limit(1);
	return sql`${last}`;
}

/** Columns that say how far a class is evaluated. */
export const progressColumns = {
	evaluatedLogs: ofSheet<number | null>("evaluating.done"),
	logsToEvaluate: ofSheet<number | null>("evaluating.of"),
};

interface ProgressRow {
	readonly evaluatedLogs: number | null;
	readonly logsToEvaluate: number | null;
}

/** Null when all logs are evaluated. */
export function evaluatingOf({ evaluatedLogs, logsToEvaluate }: ProgressRow): Evaluating | null {
	return logsToEvaluate === null ? null : { done: evaluatedLogs ?? 0, of: logsToEvaluate };
}

/** How final the scores are, as their table says it. */
const stateColumns = {
	...pick(dayScores, "state", "stateSince", "protestsUntil", "revision", "reopenedAt", "reopenReason"),
	openProtests: sql<number>`(SELECT count(*) FROM ${protests} WHERE ${protests.dayId} = ${dayScores.dayId}
		AND ${protests.competitionClassId} = ${dayScores.competitionClassId} AND ${protests.outcome} IS NULL)`,
	elsewhere,
};

/** The state of the scores of a class on a day. @param classId an expression for its id, as that of the day */
export function shownState(db: Db, classId: SQL, dayId: SQL) {
	// Joined, as drizzle writes the columns of an expression without their tables in a query of one table.
	return db
		.select(stateColumns)
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(and(eq(dayScores.competitionClassId, classId), eq(dayScores.dayId, dayId)));
}

export type ShownState = Awaited<ReturnType<typeof shownState>>[number];

export const sheetColumns = {
	...stateColumns,
	dayId: dayScores.dayId,
	dayName: competitionDays.name,
	date: competitionDays.date,
	...pick(dayScores, "sheet", "computedAt", "engine"),
};

/** Selects the preliminary scores of a class: those of a day, or of the last day. */
export function preliminarySheet(db: Db, classId: SQL, dayId: string | SQL | null) {
	return db
		.select(sheetColumns)
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(
			and(
				eq(dayScores.competitionClassId, classId),
				areScoresTheResult,
				dayId === null ? undefined : eq(dayScores.dayId, dayId),
			),
		)
		.orderBy(desc(competitionDays.date))
		.limit(1);
}

/** Selects what each competitor flew by the log, also where the official scorer has results. @param dayId every day without it */
export function flownFigures(db: Db, classId: SQL, dayId?: SQL) {
	return db
		.select({
			dayId: dayScores.dayId,
			registrationId: ofRow<string>("registrationId"),
			start: ofRow<number | null>("start"),
			finish: ofRow<number | null>("finish"),
			distanceM: ofRow<number | null>("distanceM"),
			speedKmh: ofRow<number | null>("speedKmh"),
			penalty: ofRow<number>("penalty"),
			penalties: sql`json_extract(scored.value, '$.penalties')`.mapWith(
				(text: string) => JSON.parse(text) as readonly ScorePenalty[],
			),
			isExplained: isRowExplained,
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(sheetRows, sql`true`)
		.where(
			and(eq(dayScores.competitionClassId, classId), dayId && eq(dayScores.dayId, dayId), areScoresShown),
		);
}

export type FlownFigures = Awaited<ReturnType<typeof flownFigures>>[number];

/** Selects the points of every preliminary day, without those of guests. @param classId all classes without it */
export function preliminaryPoints(db: Db, classId?: SQL) {
	return db
		.select({
			classId: dayScores.competitionClassId,
			dayId: dayScores.dayId,
			dayName: competitionDays.name,
			date: competitionDays.date,
			...pick(dayScores, "state", "stateSince", "computedAt"),
			presumed: ofSheet<number>("day.presumed"),
			...progressColumns,
			registrationId: ofRow<string>("registrationId"),
			handicap: ofRow<number>("handicap"),
			points: ofRow<number | null>("points"),
			place: ofRow<number | null>("rank"),
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(sheetRows, sql`true`)
		.where(
			and(
				classId && eq(dayScores.competitionClassId, classId),
				areScoresTheResult,
				sql`${ofRow("guest")} = 0`,
			),
		)
		.orderBy(competitionDays.date);
}

/** Selects what a table says about the pilots. @param classId an id, or an expression for it; all classes without it */
export function pilotsOfClass(db: Db, classId?: string | SQL) {
	return db
		.select({
			classId: registrations.competitionClassId,
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			...pick(users, "name", "surname"),
			aeroclub: registrations.aeroclub,
			glider: gliderTypes.name,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.where(
			and(classId === undefined ? undefined : eq(registrations.competitionClassId, classId), isCompetitor),
		);
}

export type ScoredPilot = Omit<Awaited<ReturnType<typeof pilotsOfClass>>[number], "classId">;

export interface DayWithScores {
	readonly dayId: string;
	readonly dayName: string;
	/** Local date. */
	readonly date: string;
}

export interface PreliminaryRow extends Omit<ScoredRow, "flight"> {
	readonly pilot: ScoredPilot;
	readonly isExplained: boolean;
}

/** The scores of a class on a day, with the names that visitors read. */
export interface PreliminaryScores extends DayWithScores, ShownState {
	readonly computedAt: Date;
	readonly engine: string;
	readonly sheet: Omit<DayScores, "rows">;
	readonly rows: readonly PreliminaryRow[];
}

type StoredScores = Awaited<ReturnType<typeof preliminarySheet>>[number];

/** Joins the results of `preliminarySheet` and `pilotsOfClass`. */
export function toPreliminaryScores(
	{ sheet: column, ...stored }: StoredScores,
	pilots: readonly ScoredPilot[],
): PreliminaryScores {
	const { rows, ...sheet } = column;
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	return {
		...stored,
		sheet,
		rows: rows
			.flatMap((scored) => {
				const { flight: _, ...row } = scored;
				const pilot = pilotOf.get(row.registrationId);
				return pilot ? [{ ...row, pilot, isExplained: isExplained(scored) }] : [];
			})
			.toSorted(byPlace),
	};
}

type PlacedRow = Pick<ScoredRow, "rank" | "status"> & { readonly pilot: Pick<ScoredPilot, "startNumber"> };

/** Compares by place. Rows that can still score come below, by start number. */
export function byPlace(a: PlacedRow, b: PlacedRow): number {
	const order = ({ rank, status }: PlacedRow) => rank ?? 1000 + rowStatuses.indexOf(status);
	return order(a) - order(b) || compareNames(a.pilot.startNumber, b.pilot.startNumber);
}
