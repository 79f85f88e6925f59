import { and, eq } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx, StaffCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { trackingEntries } from "~db/schema";
import type { TrackingOfDay } from "./day-json";
import { dayById } from "./days-queries.server";
import { trackingOfDay } from "./tracking-queries.server";

/** Adds or replaces the task address of a class on a day. */
export async function setTracking(
	ctx: StaffCtx<"days">,
	{ dayId, classId, taskUrl }: ClassDay & { readonly taskUrl: string },
): Promise<Result<TrackingOfDay, "not-found">> {
	const { db } = ctx;
	const { day, classes, entries } = await read(db, {
		day: first(dayById(db, dayId)),
		classes: allClasses(db),
		entries: trackingOfDay(db, dayId),
	});
	const competitionClass = classes.find(({ id }) => id === classId);
	if (!day || !competitionClass) return refuse("not-found");
	const before = entries.find((entry) => entry.competitionClass.id === classId);
	const id = before?.id ?? crypto.randomUUID();
	await commit(ctx, {
		statements: [putTracking(ctx, id, { dayId, classId }, taskUrl)],
		audit: {
			action: "tracking.set",
			subjectId: dayId,
			before: { classId, taskUrl: before?.taskUrl ?? null },
			after: { classId, taskUrl },
		},
		visible: true,
	});
	return done({ id, taskUrl, competitionClass, day });
}

export async function removeTracking(
	ctx: StaffCtx<"days">,
	{ dayId, classId }: ClassDay,
): Promise<Result<null, "not-found">> {
	const entries = await trackingOfDay(ctx.db, dayId);
	const before = entries.find((entry) => entry.competitionClass.id === classId);
	if (!before) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [exactlyOne(dropTracking(ctx, { dayId, classId }))],
		audit: { action: "tracking.remove", subjectId: dayId, before: { classId, taskUrl: before.taskUrl } },
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

/** Statement that adds or replaces the task address of a class on a day. @param id id of the row, if it is new */
export function putTracking({ db, now }: Ctx, id: string, { dayId, classId }: ClassDay, taskUrl: string) {
	return db
		.insert(trackingEntries)
		.values({ id, dayId, competitionClassId: classId, taskUrl, updatedAt: now })
		.onConflictDoUpdate({
			target: [trackingEntries.dayId, trackingEntries.competitionClassId],
			set: { taskUrl, updatedAt: now },
		});
}

/** Statement that removes the task address of a class on a day. */
export function dropTracking({ db }: Ctx, { dayId, classId }: ClassDay) {
	return db
		.delete(trackingEntries)
		.where(and(eq(trackingEntries.dayId, dayId), eq(trackingEntries.competitionClassId, classId)));
}

/** Statement that removes the task address of a class on a day if it is the given one. */
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
