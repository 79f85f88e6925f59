import { eq, type SQL } from "drizzle-orm";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { pick } from "~/lib/pick";
import type { ClassType } from "~db/enums";
import { competitionClasses, competitionDays, trackingEntries } from "~db/schema";
import { currentDate } from "./days-queries.server";

export interface TrackingEntry {
	readonly id: string;
	readonly taskUrl: string;
	readonly className: string;
	readonly classType: ClassType;
	readonly dayName: string;
}

/** Selects today's entries, sorted by class. @param today local date in Prague */
export function currentTracking(db: Db, today: SQL<string>) {
	return db
		.select({
			...pick(trackingEntries, "id", "taskUrl"),
			className: competitionClasses.name,
			classType: competitionClasses.type,
			dayName: competitionDays.name,
		})
		.from(competitionDays)
		.innerJoin(trackingEntries, eq(trackingEntries.dayId, competitionDays.id))
		.innerJoin(competitionClasses, eq(competitionClasses.id, trackingEntries.competitionClassId))
		.where(eq(competitionDays.date, currentDate(today)))
		.orderBy(classOrder(db));
}

/** Selects the entries of a day, sorted by class. */
export function trackingOfDay(db: Db, dayId: string) {
	return db
		.select({
			...pick(trackingEntries, "id", "taskUrl"),
			competitionClass: competitionClasses,
		})
		.from(trackingEntries)
		.innerJoin(competitionClasses, eq(competitionClasses.id, trackingEntries.competitionClassId))
		.where(eq(trackingEntries.dayId, dayId))
		.orderBy(classOrder(db));
}

export function taskUrls(db: Db) {
	return db
		.select({
			dayId: trackingEntries.dayId,
			classType: competitionClasses.type,
			taskUrl: trackingEntries.taskUrl,
		})
		.from(trackingEntries)
		.innerJoin(competitionClasses, eq(competitionClasses.id, trackingEntries.competitionClassId));
}
