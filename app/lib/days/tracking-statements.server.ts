import { and, eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { trackingEntries } from "~db/schema";

interface Place {
	readonly dayId: string;
	readonly classId: string;
}

/** Statement that sets the task address of a class on a day, or replaces it. @param id of the entry if it is new */
export function putTracking({ db, now }: Ctx, id: string, { dayId, classId }: Place, taskUrl: string) {
	return db
		.insert(trackingEntries)
		.values({ id, dayId, competitionClassId: classId, taskUrl, updatedAt: now })
		.onConflictDoUpdate({
			target: [trackingEntries.dayId, trackingEntries.competitionClassId],
			set: { taskUrl, updatedAt: now },
		});
}

/** Statement that removes the task address of a class on a day. */
export function dropTracking({ db }: Ctx, { dayId, classId }: Place) {
	return db
		.delete(trackingEntries)
		.where(and(eq(trackingEntries.dayId, dayId), eq(trackingEntries.competitionClassId, classId)));
}
