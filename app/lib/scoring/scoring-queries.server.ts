import {
	and,
	count,
	desc,
	eq,
	exists,
	gte,
	inArray,
	isNotNull,
	isNull,
	not,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { isFinal } from "~/lib/days/final-results.server";
import type { Db } from "~/lib/db/client.server";
import { isElsewhere, isInForce, isPilotDay, isScoring, takesPart } from "~/lib/db/conditions.server";
import { classOn, flown, isClassFlown, isGliderFlown } from "~/lib/db/flown.server";
import { isDelivered } from "~/lib/flights/log-rights/log-standing.server";
import { pick } from "~/lib/pick";
import { decidingCode } from "~/lib/tasks/airspace/airspace-codes";
import { airspacesOf, isChartInForce } from "~/lib/tasks/charts/charts-queries.server";
import type { LogStanding } from "~db/enums";
import {
	type Airspace,
	charts,
	competitionClasses,
	competitionDays,
	dayScores,
	type Evaluating,
	flightResults,
	gliderTypes,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
	resultTables,
	scoreDecisions,
	tasks,
} from "~db/schema";
import type { Edition } from "~editions/schema";
import { engineVersion, mostUnfinished } from "./flight-result";
import { ofRow, scoredRows } from "./scored-rows.server";
import { areScoresShown, isDayScored } from "./whose-results-hold.server";

/** Condition: the task in force of a log's day and of its competitor's class, which are joined. */
export const isInForceForLog = isInForce({ dayId: igcFiles.dayId, classId: classOn(igcFiles.dayId) });

/** Selects the states of the versions of a task that were announced; none of them is in force after a cancellation. */
export function announcedVersions(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({ state: tasks.state })
		.from(tasks)
		.where(and(eq(tasks.dayId, dayId), eq(tasks.competitionClassId, classId), isNotNull(tasks.publishedAt)));
}

/** What is evaluated as the flight of a log: its bytes as they are, or with others (`readFlownAs`). */
const flownAs = sql<string>`coalesce(${igcFiles.flownAs}, ${igcFileVersions.sha256})`;

/** Condition: the result is that of a log, or of the flight of which it is a piece, against a task, by the present engine. */
export const isOfTaskAndLog = and(
	eq(flightResults.taskId, tasks.id),
	eq(flightResults.sha256, flownAs),
	eq(flightResults.engine, engineVersion),
);

/**
 * Condition: a log has no result, or was checked against another airspace than that in force (which is joined), or by
 * another pressure than that of the briefing, or its last evaluation has not finished. One that is set aside is not due.
 */
const isDue = sql<boolean>`(${flightResults.id} IS NULL OR (${flightResults.unfinished} < ${mostUnfinished}
	AND (${flightResults.unfinished} > 0 OR ${flightResults.airspaceId} IS NOT ${charts.id}
		OR (${charts.id} IS NOT NULL
			AND ${flightResults.qnhHpa} IS NOT json_extract(${tasks.briefing}, '$.qnhHpa')))))`;

/** Condition: a log still waits for its first evaluation. */
const isWaiting = sql<boolean>`(${flightResults.id} IS NULL
	OR (${flightResults.result} IS NULL AND ${flightResults.unfinished} BETWEEN 1 AND ${mostUnfinished - 1}))`;

/** A class on a day, with an entry that may come into it. */
export interface JoinedClass extends ClassDay {
	/** Id of an entry that another class has on that day. */
	readonly joining?: string | undefined;
}

/** Condition of an entry. */
function isOfJoinedClass({ dayId, classId, joining }: JoinedClass): SQL | undefined {
	return or(eq(classOn(dayId), classId), joining === undefined ? undefined : eq(registrations.id, joining));
}

/** Selects the logs of a class on a day that count or are a backup, each with the result of its flight against the task in force. */
export function logsOfClass(db: Db, where: JoinedClass) {
	return db
		.select({
			igcFileId: igcFiles.id,
			...pick(igcFiles, "registrationId", "continues"),
			versionId: igcFileVersions.id,
			...pick(igcFileVersions, "key", "sha256"),
			flownAs: flownAs,
			receivedAt: igcFileVersions.receivedAt,
			sentAt: igcFileVersions.createdAt,
			standing: igcFiles.standing,
			confirmation: igcFileVersions.confirmation,
			isWaiting: isWaiting.mapWith(Boolean),
			...pick(flightResults, "result", "spaces"),
			isDue: isDue.mapWith(Boolean),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(tasks, isInForce(where))
		.leftJoin(flightResults, isOfTaskAndLog)
		.leftJoin(charts, isChartInForce("airspace"))
		.where(and(eq(igcFiles.dayId, where.dayId), isOfJoinedClass(where), isDelivered));
}

/** Counts the late logs of each competitor on the days before: those that count, of days that count. */
export function lateLogsBefore(db: Db, { dayId, classId }: ClassDay) {
	const registrationId = ofRow<string>("registrationId");
	return db
		.select({ registrationId: registrationId, late: count() })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(scoredRows, sql`true`)
		.innerJoin(
			sql`json_each(scored.value, '$.flight.findings') AS finding`,
			sql`json_extract(finding.value, '$.kind') = 'logLate'`,
		)
		.where(
			and(
				eq(dayScores.competitionClassId, classId),
				isDayScored,
				isNull(ofRow("held")),
				sql`${competitionDays.date} < (SELECT ${competitionDays.date} FROM ${competitionDays} WHERE ${competitionDays.id} = ${dayId})`,
			),
		)
		.groupBy(registrationId);
}

/** Selects the result of a flight against the task in force, where visitors see the scores of its class. */
export function resultOfLog(db: Db, igcFileId: string) {
	return db
		.select({ result: flightResults.result, analysis: flightResults.analysis })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(tasks, isInForceForLog)
		.innerJoin(
			dayScores,
			and(eq(dayScores.dayId, igcFiles.dayId), eq(dayScores.competitionClassId, classOn(igcFiles.dayId))),
		)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(flightResults, isOfTaskAndLog)
		.where(and(eq(igcFiles.id, igcFileId), areScoresShown));
}

/**
 * Selects the competitors of a class who take part in a day, with their states and what the handicap of the day is made of.
 */
export function competitorsOfDay(db: Db, where: JoinedClass) {
	const { dayId } = where;
	return db
		.select({
			registrationId: registrations.id,
			classId: flown.classId,
			gliderTypeId: flown.gliderTypeId,
			index: flown.gliderIndex,
			referenceIndex: flown.referenceIndex,
			classReference: competitionClasses.referenceIndex,
			isGuest: flown.isGuest,
			disqualifiedFrom: registrations.disqualifiedFrom,
			isKept: sql<boolean>`${pilotDays.fixedAt} IS NOT NULL`.mapWith(Boolean),
			state: pilotDays.status,
			stateAt: pilotDays.statusAt,
		})
		.from(registrations)
		.leftJoin(pilotDays, isPilotDay(dayId))
		.innerJoin(gliderTypes, isGliderFlown)
		.innerJoin(competitionClasses, isClassFlown)
		.where(and(isOfJoinedClass(where), takesPart(dayId)));
}

/** Selects what the scorer has decided about the competitors of a class. */
export function decisionsOfClass(db: Db, where: JoinedClass) {
	return db
		.select({
			...pick(scoreDecisions, "registrationId", "override", "penalties", "disqualified"),
			...pick(scoreDecisions, "guest", "previous", "reason", "updatedAt"),
		})
		.from(scoreDecisions)
		.innerJoin(registrations, eq(registrations.id, scoreDecisions.registrationId))
		.where(and(eq(scoreDecisions.dayId, where.dayId), isOfJoinedClass(where)));
}

/** Selects the source of results from elsewhere, which count instead of ours. */
export function sourceElsewhere(db: Db, classDay: ClassDay) {
	return db.select({ source: resultTables.source }).from(resultTables).where(isElsewhere(classDay));
}

export function storedScores(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select()
		.from(dayScores)
		.where(and(eq(dayScores.dayId, dayId), eq(dayScores.competitionClassId, classId)));
}

/**
 * Selects the classes and days to look at again: recent ones, those of another version of task or engine, those in which an
 * organiser has changed something, and those with a log that is due. A class with final scores is selected only for such a log.
 * @param since local date
 */
export function classDaysToScore({ db, edition, now }: Ctx, since: string) {
	const isOfClassDay = and(
		eq(dayScores.dayId, tasks.dayId),
		eq(dayScores.competitionClassId, tasks.competitionClassId),
	);
	const finalScores = db
		.select({ one: sql`1` })
		.from(dayScores)
		.where(and(isOfClassDay, isFinal(edition, now)));
	return db
		.select({ dayId: tasks.dayId, classId: tasks.competitionClassId })
		.from(tasks)
		.innerJoin(competitionDays, eq(competitionDays.id, tasks.dayId))
		.leftJoin(
			dayScores,
			and(
				isOfClassDay,
				eq(dayScores.taskId, tasks.id),
				eq(dayScores.engine, engineVersion),
				isNull(dayScores.actedAt),
			),
		)
		.where(
			and(
				isInForce(),
				or(
					exists(dueLogs(db)),
					and(
						not(exists(finalScores)),
						or(sql`${competitionDays.date} >= ${since}`, sql`${dayScores.id} IS NULL`),
					),
				),
			),
		)
		.orderBy(desc(competitionDays.date));
}

export function classDaysWithDueLogs(db: Db) {
	return db
		.select({ dayId: tasks.dayId, classId: tasks.competitionClassId })
		.from(tasks)
		.innerJoin(competitionDays, eq(competitionDays.id, tasks.dayId))
		.where(and(isInForce(), exists(dueLogs(db))))
		.orderBy(desc(competitionDays.date));
}

export interface DaysOfClasses {
	/** Null for all classes. */
	readonly classIds: readonly string[] | null;
	/** Local date of the first day; null for all days. */
	readonly from: string | null;
}

/** Selects the classes and days that have a task. */
export function classDaysWithTask(db: Db, { classIds, from }: DaysOfClasses) {
	return db
		.select({ dayId: tasks.dayId, classId: tasks.competitionClassId })
		.from(tasks)
		.innerJoin(competitionDays, eq(competitionDays.id, tasks.dayId))
		.where(
			and(
				isInForce(),
				classIds === null ? undefined : inArray(tasks.competitionClassId, [...classIds]),
				from === null ? undefined : gte(competitionDays.date, from),
			),
		);
}

/** Selects the due logs of the class and day of a task. */
function dueLogs(db: Db) {
	return db
		.select({ one: sql`1` })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(flightResults, isOfTaskAndLog)
		.leftJoin(charts, isChartInForce("airspace"))
		.where(
			and(
				eq(igcFiles.dayId, tasks.dayId),
				eq(classOn(igcFiles.dayId), tasks.competitionClassId),
				isDelivered,
				isNull(igcFiles.continues),
				isDue,
			),
		);
}

/** The spaces in force, without the codes that the edition does not check. @param inForce rows of `airspacesInForce` */
export function checkedAirspaces(
	{ uncheckedAirspace }: Edition,
	inForce: Parameters<typeof airspacesOf>[0],
): readonly Airspace[] {
	const unchecked = new Set(uncheckedAirspace);
	return airspacesOf(inForce).filter((space) => !unchecked.has(decidingCode(space)));
}

/** How far a class is evaluated; null when all of it is. Nobody waits for logs that do not score. @param logs of `logsOfClass` */
export function progressOf(
	logs: readonly {
		readonly isDue: boolean;
		readonly standing: LogStanding;
		readonly continues: string | null;
	}[],
): Evaluating | null {
	const scoring = logs.filter(({ standing, continues }) => standing === "scores" && continues === null);
	const due = scoring.filter(({ isDue }) => isDue).length;
	return due === 0 ? null : { done: scoring.length - due, of: scoring.length };
}

/** Counts the logs that score against the tasks in force, and those of them that are due. @param classDay all classes without it */
export function countLogs(db: Db, classDay?: ClassDay) {
	return db
		.select({ of: count(), due: sql<number>`coalesce(sum(${isDue}), 0)` })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(tasks, isInForceForLog)
		.leftJoin(flightResults, isOfTaskAndLog)
		.leftJoin(charts, isChartInForce("airspace"))
		.where(and(isScoring, isNull(igcFiles.continues), classDay && isInForce(classDay)));
}

/** Null when all of them are evaluated. @param counted of `countLogs` */
export function evaluatingNow([counted]: Awaited<ReturnType<typeof countLogs>>): Evaluating | null {
	return counted?.due ? { done: counted.of - counted.due, of: counted.of } : null;
}
