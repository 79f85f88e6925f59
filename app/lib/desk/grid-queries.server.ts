import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isOnGridOf, isStatusOn, takesPart } from "~/lib/db/conditions.server";
import { pick } from "~/lib/pick";
import {
	auditLog,
	competitionClasses,
	competitionDays,
	competitorStatuses,
	gliderTypes,
	gridPilots,
	grids,
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
			...pick(registrations, "startNumber", "registrationNumber"),
			gliderType: gliderTypes.name,
			...pick(users, "name", "surname"),
			classId: registrations.competitionClassId,
			classType: competitionClasses.type,
			statusId: competitorStatuses.id,
			status: competitorStatuses.status,
			statusAt: competitorStatuses.updatedAt,
			statusBy: competitorStatuses.updatedBy,
			...pick(gridPilots, "launches", "isScratched", "isScratchedByDesk", "scratchReason", "remark"),
			changedAt: gridPilots.updatedAt,
		})
		.from(competitionDays)
		.innerJoin(registrations, takesPart(competitionDays.id))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(gliderTypes, eq(gliderTypes.id, registrations.gliderTypeId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.leftJoin(competitorStatuses, isStatusOn(competitionDays.id))
		.leftJoin(gridPilots, isOnGridOf(competitionDays.id))
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

const gridColumns = {
	...pick(grids, "id", "dayId"),
	date: competitionDays.date,
	classId: grids.competitionClassId,
	...pick(grids, "width", "rotation", "order", "version", "updatedAt"),
};

function selectGrids(db: Db) {
	return db.select(gridColumns).from(grids).innerJoin(competitionDays, eq(competitionDays.id, grids.dayId));
}

/** Selects the launch orders of a day's classes. */
export function gridsOfDate(db: Db, date: LocalDate) {
	return selectGrids(db).where(eq(competitionDays.date, date));
}

/** Selects the launch orders of earlier days, the latest first. */
export function gridsBefore(db: Db, date: LocalDate) {
	return selectGrids(db).where(lt(competitionDays.date, date)).orderBy(desc(competitionDays.date));
}

export type Grid = Awaited<ReturnType<typeof gridsOfDate>>[number];
