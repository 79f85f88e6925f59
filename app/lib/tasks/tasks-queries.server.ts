import {
	and,
	asc,
	desc,
	eq,
	gt,
	isNotNull,
	isNull,
	ne,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ClassDay } from "~/lib/class-day";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { isInForce } from "~/lib/db/conditions.server";
import { pick } from "~/lib/pick";
import { competitionClasses, competitionDays, tasks } from "~db/schema";

const taskColumns = {
	...pick(tasks, "id", "dayId"),
	date: competitionDays.date,
	dayName: competitionDays.name,
	classId: competitionClasses.id,
	className: competitionClasses.name,
	classType: competitionClasses.type,
	...pick(tasks, "number", "state", "kind", "taskTimeS", "points", "rules"),
	...pick(tasks, "scoring", "briefing", "droppedFromFile", "sources", "sha256", "distanceM"),
	...pick(tasks, "minDistanceM", "maxDistanceM", "revision", "publishedAt"),
};

type Id = string | SQLWrapper;

/** The version in force among those of a class on a day. */
export function inForceOf<Version extends Pick<StoredTask, "state">>(versions: readonly Version[]) {
	return versions.find(({ state }) => state === "published");
}

function taskList(db: Db) {
	return db
		.select(taskColumns)
		.from(tasks)
		.innerJoin(competitionDays, eq(competitionDays.id, tasks.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, tasks.competitionClassId));
}

/** A version of a task, with its day and class. */
export type StoredTask = Awaited<ReturnType<typeof taskList>>[number];

/** Selects all versions of a day, by class, newest first. */
export function tasksOfDay(db: Db, dayId: string) {
	return taskList(db).where(eq(tasks.dayId, dayId)).orderBy(classOrder(db), desc(tasks.number));
}

/**
 * Selects what visitors see of a day: the version in force of each class, and cancelled ones, newest first.
 * @param date local, or an expression
 */
export function publicTasksOfDate(db: Db, date: string | SQL<string | null>) {
	return taskList(db).where(isPublishedOn(date)).orderBy(classOrder(db), desc(tasks.number));
}

/** Selects only what a line says about a task. */
function taskLines(db: Db) {
	const { id, kind, taskTimeS, distanceM, minDistanceM, maxDistanceM, number, state } = tasks;
	return db
		.select({
			date: competitionDays.date,
			dayName: competitionDays.name,
			classType: competitionClasses.type,
			id,
			kind,
			taskTimeS,
			distanceM,
			minDistanceM,
			maxDistanceM,
			number,
			state,
		})
		.from(tasks)
		.innerJoin(competitionDays, eq(competitionDays.id, tasks.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, tasks.competitionClassId));
}

/** Selects what `publicTasksOfDate` does, in lines. */
export function taskLinesOfDate(db: Db, date: string | SQL<string | null>) {
	return taskLines(db).where(isPublishedOn(date)).orderBy(classOrder(db), desc(tasks.number));
}

/** Selects what `publicTasksOfDate` does for every day, in lines. */
export function publicTaskLines(db: Db) {
	return taskLines(db).where(isPublished).orderBy(classOrder(db), desc(tasks.number));
}

/** Selects when the finish closes by the tasks in force, by day and class. */
export function finishTimesInForce(db: Db) {
	return db
		.select({
			dayId: tasks.dayId,
			classId: tasks.competitionClassId,
			finishCloses: sql<string | null>`json_extract(${tasks.rules}, '$.finishCloses')`,
		})
		.from(tasks)
		.where(isInForce());
}

const isDayOn = ne(competitionDays.task, "TASK_CANCELLED");

/**
 * Selects the versions in force after a day, in lines, by date and class, unless their day is cancelled.
 * @param today local, or an expression
 */
export function comingTasks(db: Db, today: string | SQL<string>) {
	return taskLines(db)
		.where(and(gt(competitionDays.date, today), isInForce(), isDayOn))
		.orderBy(asc(competitionDays.date), classOrder(db));
}

/** Condition: visitors can see the task, as it was published and not superseded. */
const isPublished = and(isNotNull(tasks.publishedAt), ne(tasks.state, "superseded"));

function isPublishedOn(date: string | SQL<string | null>) {
	return and(eq(competitionDays.date, date), isPublished);
}

const drafts = alias(tasks, "drafts");

/**
 * Selects the classes without a public task on two days, by date, unless the day is cancelled.
 * @param today local, or an expression
 * @param tomorrow as `today`
 */
export function missingTasks(db: Db, today: string | SQL<string>, tomorrow: string | SQL<string>) {
	const ofClass = ({ dayId, competitionClassId }: typeof tasks | typeof drafts) =>
		and(eq(dayId, competitionDays.id), eq(competitionClassId, competitionClasses.id));
	return db
		.select({
			date: competitionDays.date,
			classType: competitionClasses.type,
			hasDraft: sql<number>`${drafts.id} IS NOT NULL`,
		})
		.from(competitionDays)
		.innerJoin(competitionClasses, sql`true`)
		.leftJoin(tasks, and(ofClass(tasks), isPublished))
		.leftJoin(drafts, and(ofClass(drafts), eq(drafts.state, "draft")))
		.where(
			and(or(eq(competitionDays.date, today), eq(competitionDays.date, tomorrow)), isDayOn, isNull(tasks.id)),
		)
		.orderBy(asc(competitionDays.date), classOrder(db));
}

/** Returns, for each class, the version in force, else the last one that was cancelled. @param rows by class, newest first */
export function shownTasks<Row extends Pick<StoredTask, "classType" | "state">>(rows: readonly Row[]): Row[] {
	const shown = new Map<string, Row>();
	for (const row of rows) {
		const before = shown.get(row.classType);
		if (!before || (before.state === "cancelled" && row.state === "published")) shown.set(row.classType, row);
	}
	return [...shown.values()];
}

/** Selects what `taskInForce` does, by the date and class in an address. @param date local date */
export function taskInForceOf(db: Db, date: string, classType: string) {
	return taskList(db).where(
		and(eq(competitionDays.date, date), sql`${competitionClasses.type} = ${classType}`, isInForce()),
	);
}

/** Selects the versions in force on a day, by class. */
export function tasksInForce(db: Db, dayId: Id) {
	return taskList(db).where(isInForce({ dayId })).orderBy(classOrder(db), desc(tasks.number));
}

/** Selects all versions of a class on a day, newest first. */
export function tasksOfClass(db: Db, { dayId, classId }: ClassDay) {
	return taskList(db)
		.where(and(eq(tasks.dayId, dayId), eq(tasks.competitionClassId, classId)))
		.orderBy(desc(tasks.number));
}

export function taskInForce(db: Db, of: { readonly dayId: Id; readonly classId: Id }) {
	return taskList(db).where(isInForce(of));
}

/** Selects the rules in force of a class, by day. @param classId an expression for its id */
export function rulesInForce(db: Db, classId: SQL) {
	return db.select({ dayId: tasks.dayId, rules: tasks.rules }).from(tasks).where(isInForce({ classId }));
}

export function taskById(db: Db, id: string) {
	return taskList(db).where(eq(tasks.id, id));
}

/** Selects the states of all versions of an edition, for lists of days. */
export function taskStatesOfDays(db: Db) {
	return db
		.select({
			dayId: tasks.dayId,
			classType: competitionClasses.type,
			...pick(tasks, "number", "state"),
		})
		.from(tasks)
		.innerJoin(competitionClasses, eq(competitionClasses.id, tasks.competitionClassId))
		.orderBy(asc(tasks.number));
}

export function newestTask(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({ id: tasks.id, number: tasks.number, state: tasks.state, revision: tasks.revision })
		.from(tasks)
		.where(and(eq(tasks.dayId, dayId), eq(tasks.competitionClassId, classId)))
		.orderBy(desc(tasks.number))
		.limit(1);
}
