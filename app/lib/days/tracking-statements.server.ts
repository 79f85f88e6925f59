import { and, eq } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { trackingEntries } from "~db/schema";

/** Statement that adds or replaces the task address of a class on a day. @param id of a new entry */
export function putTracking({ db, now }: Ctx, id: string, { dayId, classId }: ClassDay, taskUrl: string) {
	return db
		.insert(trackingEntries)
		.values({ id, dayId, competitionClassId: classId, taskUrl, updatedAt: now })
		.onConflictDoUpdate({
			target: [trackingEntries.dayId, trackingEntries.competitionClassId],
			set: { taskUrl, updatedAt: now },
		});
}

/** Statement that removes it. */
export function dropTracking({ db }: Ctx, { dayId, classId }: ClassDay) {
	return db
		.delete(trackingEntries)
		.where(and(eq(trackingEntries.dayId, dayId), eq(trackingEntries.competitionClassId, classId)));
}

/** Statement that removes it if it is the given one. */
export function dropTrackingOf({ db }: Ctx, { dayId, classId }: ClassDay, taskUrl: string) {
	return db
		.delete(trackingEntries)
		.where(
			and(
				eq(trackingEntries.dayId, dayId),
				eq(trackingEntries.competitionClassId, classId),
				eq(trackingEntries.taskUrl, taskUrl),
			),
		);
}
