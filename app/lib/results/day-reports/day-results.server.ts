import { and, asc, eq, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { pick } from "~/lib/pick";
import { progressColumns } from "~/lib/scoring/preliminary-scores.server";
import { areScoresShown, isRowExplained, ofRow, ofSheet, sheetRows } from "~/lib/scoring/shown-scores.server";
import type { RowStatus } from "~db/enums";
import {
	competitionDays,
	dailyResults,
	dayScores,
	gliderTypes,
	registrations,
	resultTables,
	users,
} from "~db/schema";

type DateOrExpression = string | SQL<string | null>;

/** The rows of a day to read: those up to a place and a user's own, or all rows without a place. */
interface RowChoice {
	readonly places?: number;
	readonly userId?: string | SQL<string> | undefined;
}

const among = (place: SQL, { places, userId }: RowChoice) =>
	places === undefined ? undefined : or(lte(place, places), eq(users.id, userId ?? ""));

/** Selects the classes whose day the scorer has cancelled. @param date local */
export function uncountedClasses(db: Db, date: string) {
	return db
		.select({ classId: dayScores.competitionClassId })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(and(eq(competitionDays.date, date), eq(dayScores.cancelled, true)));
}

/** Selects the results of the official scorer, by place. @param date local, or an expression; null for every day */
export function officialRows(db: Db, date: DateOrExpression | null, choice: RowChoice) {
	return (
		db
			.select({
				classId: dailyResults.competitionClassId,
				dayId: dailyResults.dayId,
				...pick(resultTables, "status", "updatedAt"),
				registrationId: registrations.id,
				...pick(registrations, "userId", "startNumber"),
				place: dailyResults.position,
				...pick(dailyResults, "name", "glider", "points", "distanceM", "speedKmh"),
			})
			.from(competitionDays)
			// A cross join keeps the order: the few days first, and of each the rows by its index.
			.crossJoin(dailyResults)
			.innerJoin(
				resultTables,
				and(
					eq(resultTables.dayId, dailyResults.dayId),
					eq(resultTables.competitionClassId, dailyResults.competitionClassId),
				),
			)
			.leftJoin(registrations, eq(registrations.id, dailyResults.registrationId))
			.leftJoin(users, eq(users.id, registrations.userId))
			.where(
				and(
					eq(dailyResults.dayId, competitionDays.id),
					date === null ? undefined : eq(competitionDays.date, date),
					eq(competitionDays.task, "TASK"),
					among(sql`${dailyResults.position}`, choice),
				),
			)
			.orderBy(asc(dailyResults.position))
	);
}

export type OfficialRow = Awaited<ReturnType<typeof officialRows>>[number];

/**
 * Selects our own scores, by place. The flights that explain them stay in the database: they are most of a sheet.
 * @param date local date, or an expression for it
 */
export function computedRows(db: Db, date: DateOrExpression | null, choice: RowChoice) {
	const rank = ofRow<number | null>("rank");
	return db
		.select({
			classId: dayScores.competitionClassId,
			...pick(dayScores, "dayId", "state", "stateSince", "computedAt"),
			logs: ofSheet<number>("logs"),
			expected: ofSheet<number>("expected"),
			presumed: ofSheet<number>("day.presumed"),
			...progressColumns,
			registrationId: registrations.id,
			...pick(registrations, "userId", "startNumber"),
			place: rank,
			name: sql<string>`${users.name} || ' ' || ${users.surname}`,
			glider: gliderTypes.name,
			points: ofRow<number | null>("points"),
			status: ofRow<RowStatus>("status"),
			distanceM: ofRow<number | null>("distanceM"),
			speedKmh: ofRow<number | null>("speedKmh"),
			isExplained: isRowExplained,
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(sheetRows, sql`true`)
		.innerJoin(registrations, eq(registrations.id, ofRow("registrationId")))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.where(
			and(date === null ? undefined : eq(competitionDays.date, date), areScoresShown, among(rank, choice)),
		)
		.orderBy(sql`${rank} IS NULL`, rank);
}

export type ComputedRow = Awaited<ReturnType<typeof computedRows>>[number];
