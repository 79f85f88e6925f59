import { and, desc, eq, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay, takesPart } from "~/lib/db/conditions.server";
import { classOn, flown, isClassFlown, isGliderFlown } from "~/lib/db/flown.server";
import { markColumns } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import {
	auditLog,
	competitionClasses,
	competitionDays,
	gliderTypes,
	grids,
	pilotDays,
	registrations,
	users,
} from "~db/schema";

/** A local date, or an expression for it. */
type LocalDate = string | SQL<string | null>;

/** Selects who takes part in a day, with what has happened to them on its grid. */
export function pilotsOnGrid(db: Db, date: LocalDate) {
	return db
		.select({
			...pick(registrations, "id", "userId"),
			dayId: competitionDays.id,
			date: competitionDays.date,
			...pick(flown, "startNumber", "registrationNumber"),
			...markColumns,
			...pick(flown, "secondPilot", "isGuest"),
			gliderType: gliderTypes.name,
			...pick(users, "name", "surname"),
			classId: flown.classId,
			classType: competitionClasses.type,
			...pick(pilotDays, "statusId", "status", "statusAt", "statusBy", "gridPlace"),
			...pick(pilotDays, "launches", "isScratched", "isScratchedByDesk", "scratchReason", "remark"),
			changedAt: pilotDays.gridChangedAt,
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.innerJoin(gliderTypes, isGliderFlown)
		.innerJoin(competitionClasses, isClassFlown)
		.where(eq(competitionDays.date, date));
}

/** Selects the launches of pilots before the last one was taken back, the newest first. @param since time of the earliest tap */
export function takenBackSince(db: Db, since: SQL) {
	const { subjectId, before, after, action, at } = auditLog;
	const count = (launches: typeof before | typeof after) => sql`json_array_length(${launches}, '$.launches')`;
	return db
		.select({ id: subjectId, before: sql`${before}`.mapWith(before) })
		.from(auditLog)
		.where(and(eq(action, "grid.launch"), gt(at, since), gt(count(before), count(after))))
		.orderBy(desc(at), desc(sql`${auditLog}.rowid`));
}

export type GridPilot = Awaited<ReturnType<typeof pilotsOnGrid>>[number];

/** Expression for the entries of a grid in the order of their places. */
const launchOrder = sql`(SELECT json_group_array(placed.registration_id ORDER BY placed.grid_place) FROM ${pilotDays} AS placed
	INNER JOIN ${registrations} ON ${registrations.id} = placed.registration_id
	WHERE placed.day_id = ${grids.dayId} AND placed.grid_place IS NOT NULL AND ${classOn(grids.dayId)} = ${grids.competitionClassId})`;

const gridColumns = {
	...pick(grids, "id", "dayId"),
	date: competitionDays.date,
	classId: grids.competitionClassId,
	...pick(grids, "width", "rotation", "version", "updatedAt"),
	order: launchOrder.mapWith((ids: string): readonly string[] => JSON.parse(ids)),
};

function selectGrids(db: Db) {
	return db.select(gridColumns).from(grids).innerJoin(competitionDays, eq(competitionDays.id, grids.dayId));
}

/** Selects the launch orders of a day's classes. */
export function gridsOfDate(db: Db, date: LocalDate) {
	return selectGrids(db).where(eq(competitionDays.date, date));
}

/** Selects who stands on the grids of a day in launch order, as visitors see it: the numbers, and how many stand side by side. */
export function drawnGrids(db: Db, date: LocalDate) {
	return db
		.select({ classId: flown.classId, startNumber: flown.startNumber, width: grids.width })
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(pilotDays, and(isPilotDay(competitionDays.id), isNotNull(pilotDays.gridPlace)))
		.innerJoin(grids, and(eq(grids.dayId, competitionDays.id), eq(grids.competitionClassId, flown.classId)))
		.where(and(eq(competitionDays.date, date), sql`${pilotDays.isScratched} IS NOT TRUE`))
		.orderBy(pilotDays.gridPlace);
}

/** Selects the launch orders of earlier days, the latest first. */
export function gridsBefore(db: Db, date: LocalDate) {
	return selectGrids(db).where(lt(competitionDays.date, date)).orderBy(desc(competitionDays.date));
}

export type Grid = Awaited<ReturnType<typeof gridsOfDate>>[number];
