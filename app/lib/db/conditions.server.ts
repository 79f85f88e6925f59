import { and, count, eq, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
	competitionDays,
	dayScores,
	igcFiles,
	pilotDays,
	registrations,
	results,
	resultTables,
	scoreDecisions,
	tasks,
} from "~db/schema";
import type { Db } from "./client.server";
import { classOn } from "./flown.server";

type Id = string | SQLWrapper;

/** Condition: a column has one of any number of values. D1 binds a hundred in a statement. */
export function isAmong(column: SQLWrapper, values: Iterable<string>): SQL {
	return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify([...values])}))`;
}

/**
 * Condition: a version of a task is in force.
 * @param of ids, columns or expressions for the day and the class; the condition skips those left out
 */
export function isInForce(of: { readonly dayId?: Id; readonly classId?: Id } = {}): SQL | undefined {
	return and(
		eq(tasks.state, "published"),
		of.dayId === undefined ? undefined : eq(tasks.dayId, of.dayId),
		of.classId === undefined ? undefined : eq(tasks.competitionClassId, of.classId),
	);
}

/** Condition: a table holds results from elsewhere, which count instead of ours. @param of ids, columns or expressions */
export function isElsewhere(of: { readonly dayId: Id; readonly classId: Id }): SQL | undefined {
	const { dayId, competitionClassId, source } = resultTables;
	return and(eq(dayId, of.dayId), eq(competitionClassId, of.classId), ne(source, "here"));
}

/** Condition: the results of a class on a day are announced, as they are unofficial or official. @param of ids, columns or expressions */
export function areAnnounced({ dayId, classId }: { readonly dayId: Id; readonly classId: Id }): SQL<boolean> {
	return sql<boolean>`EXISTS (SELECT 1 FROM ${dayScores} AS announced WHERE announced.day_id = ${dayId}
		AND announced.competition_class_id = ${classId} AND announced.state <> 'preliminary')`;
}

/** Condition of a flight: it has a log, which takes part in the competition and needs nobody's confirmation. */
export const isScoring = sql`(${igcFiles.currentVersionId} IS NOT NULL AND ${igcFiles.standing} = 'scores')`;

/** Condition of a flight: its competitor has sent it, or somebody has confirmed it. It may wait for an organiser. */
export const isSent = sql`(${igcFiles.currentVersionId} IS NOT NULL AND ${igcFiles.standing} IN ('scores', 'waiting'))`;

/*
 * Conditions for who starts on a day, and who owes a flight log of it. Every list and number of a day's competitors begins with one
 * of them. They are about the entry of the surrounding query; a day is an id, or an expression for it.
 */

const dateOf = (dayId: Id) =>
	sql`(SELECT its_day.date FROM ${competitionDays} AS its_day WHERE its_day.id = ${dayId})`;

/** Condition: the entry has a status on a day. @param among the statuses that count; all count without it */
function hasStatus(dayId: Id, among?: SQL): SQL {
	return sql`EXISTS (SELECT 1 FROM ${pilotDays} AS its_status WHERE its_status.day_id = ${dayId}
		AND its_status.registration_id = ${registrations.id} AND its_status.status_id IS NOT NULL
		${among && sql`AND its_status.status IN ${among}`})`;
}

/** The statuses of who has launched. */
export const launched = sql`('FLYING', 'OUTLANDING', 'HOME')`;

/** Condition: the entry was not yet withdrawn on a day. One who withdraws after a flight of that day has still flown it. */
function isEntered(dayId: Id): SQL {
	const { accepted, withdrawnFrom } = registrations;
	const hasLog = sql`EXISTS (SELECT 1 FROM ${igcFiles} WHERE ${igcFiles.dayId} = ${dayId}
		AND ${igcFiles.registrationId} = ${registrations.id} AND ${isScoring})`;
	return sql`(${accepted} OR ${dateOf(dayId)} < ${withdrawnFrom}
		OR (${dateOf(dayId)} = ${withdrawnFrom} AND (${hasStatus(dayId, launched)} OR ${hasLog})))`;
}

/**
 * Condition: the entry takes part in a day. It is accepted and not yet withdrawn. A reserve takes part only when an organiser has
 * added it to the day, or from the day of its promotion on. Unlike `isStarter`, the condition still holds after a cancellation:
 * what is recorded stays, and everybody still has to come home.
 */
export function takesPart(dayId: Id): SQL | undefined {
	const { isReserve, startsFrom } = registrations;
	const starts = sql`(NOT ${isReserve} AND coalesce(${startsFrom} <= ${dateOf(dayId)}, TRUE))`;
	return and(isEntered(dayId), or(starts, hasStatus(dayId)));
}

/**
 * Condition: the day is cancelled, or the task or scores of a class are. A class that never published a task here has no task to cancel:
 * its edition keeps the tasks elsewhere.
 * @param classId an expression, of the entry's class without it
 */
export function isCancelled(dayId: Id, classId: Id = classOn(dayId)): SQL {
	const ofClass = sql`day_id = ${dayId} AND competition_class_id = ${classId}`;
	const inForce = isInForce({ dayId, classId });
	return sql`(EXISTS (SELECT 1 FROM ${competitionDays} AS its_day WHERE its_day.id = ${dayId} AND its_day.task = 'TASK_CANCELLED')
		OR EXISTS (SELECT 1 FROM ${dayScores} WHERE ${ofClass} AND cancelled)
		OR (EXISTS (SELECT 1 FROM ${tasks} WHERE ${ofClass} AND published_at IS NOT NULL)
			AND NOT EXISTS (SELECT 1 FROM ${tasks} WHERE ${inForce})))`;
}

/** Condition: the entry starts on a day. It takes part in the day, and the day is not cancelled for its class. */
export function isStarter(dayId: Id): SQL | undefined {
	return and(takesPart(dayId), sql`NOT ${isCancelled(dayId)}`);
}

/** Condition: the entry owes a flight log of a day, delivered or not. It starts on the day and has launched. */
export function owesLog(dayId: Id): SQL | undefined {
	return and(isStarter(dayId), hasStatus(dayId, launched));
}

/** Condition: a row came from the site before this one. Its ids are those of MongoDB, of 24 digits; ours are longer. */
export function isMovedIn(id: SQLWrapper): SQL {
	return sql`length(${id}) = 24`;
}

/** Condition that joins the day of an entry. */
export function isPilotDay(dayId: Id): SQL | undefined {
	return and(eq(pilotDays.registrationId, registrations.id), eq(pilotDays.dayId, dayId));
}

/** Counts who takes part in a day, its starters, and the starters without a status. @param day condition that chooses it */
export function starterCount(db: Db, day: SQL) {
	const { id } = competitionDays;
	const starts = sql`NOT ${isCancelled(id)}`;
	return db
		.select({
			parts: count(),
			starters: sql<number>`coalesce(sum(${starts}), 0)`,
			withoutStatus: sql<number>`coalesce(sum(${starts} AND NOT ${hasStatus(id)}), 0)`.as("without_status"),
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(id))
		.where(day);
}

/** Expression for the id of a day. @param date local date, or an expression for it */
export function dayOfDate(date: string | SQL<string | null>): SQL<string | null> {
	return sql`(SELECT ${competitionDays.id} FROM ${competitionDays} WHERE ${competitionDays.date} = ${date})`;
}

const isOf = (table: typeof igcFiles | typeof results | typeof scoreDecisions | typeof pilotDays) =>
	sql`${table.registrationId} = ${registrations.id} AND ${table.dayId} = flown_day.id`;

/**
 * Expression for the date of the last day that an entry has flown; null without one. An entry has flown when it has launched, or
 * has a log that scores, a result that is official or of another source, which has a name of its own, or an override here. An entry that
 * has flown can withdraw but not lose its acceptance, and keeps its days until then.
 */
export const flownUntil = sql<string | null>`(SELECT max(flown_day.date) FROM ${competitionDays} AS flown_day
	WHERE EXISTS (SELECT 1 FROM ${pilotDays} WHERE ${isOf(pilotDays)} AND ${pilotDays.status} IN ${launched})
		OR EXISTS (SELECT 1 FROM ${igcFiles} WHERE ${isOf(igcFiles)} AND ${isScoring})
		OR EXISTS (SELECT 1 FROM ${results} WHERE ${isOf(results)} AND ${results.name} IS NOT NULL)
		OR EXISTS (SELECT 1 FROM ${scoreDecisions} WHERE ${isOf(scoreDecisions)} AND ${scoreDecisions.override} IS NOT NULL))`;

/** Expression for the id of a competitor's first flight of a day that scores; null without one. */
export function firstFlight(dayId: SQLWrapper, registrationId: SQLWrapper): SQL<string | null> {
	const first = sql`(SELECT ${igcFiles.id} FROM ${igcFiles} WHERE ${igcFiles.dayId} = ${dayId}
		AND ${igcFiles.registrationId} = ${registrationId} AND ${isScoring} ORDER BY ${igcFiles.flightNumber} LIMIT 1)`;
	// It is nested: in a query of one table, drizzle writes the columns of an expression without their tables.
	return sql`${first}`;
}
