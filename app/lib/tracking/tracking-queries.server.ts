import { asc, eq } from "drizzle-orm";
import { competitionClasses, competitionDays, trackingEntries } from "~db/schema";
import { aliased } from "../db/aliased.server";
import type { Db } from "../db/client.server";

export interface TrackingEntry {
	readonly id: string;
	readonly taskUrl: string;
	readonly className: string;
	readonly classType: "club" | "18_meter";
	readonly dayName: string;
}

/** Query for the tracking entries of the day with a date, by class name. */
export function trackingOfDate(db: Db, date: string) {
	return db
		.select({
			id: trackingEntries.id,
			taskUrl: trackingEntries.taskUrl,
			className: aliased(competitionClasses.name, "class_name"),
			classType: competitionClasses.type,
			dayName: aliased(competitionDays.name, "day_name"),
		})
		.from(competitionDays)
		.innerJoin(trackingEntries, eq(trackingEntries.dayId, competitionDays.id))
		.innerJoin(competitionClasses, eq(competitionClasses.id, trackingEntries.competitionClassId))
		.where(eq(competitionDays.date, date))
		.orderBy(asc(competitionClasses.name));
}
