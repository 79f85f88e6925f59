import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { dropCancellation, newCancellation, openCancellations } from "~/lib/days/cancellations.server";
import { dayById } from "~/lib/days/days-queries.server";
import { type Closed, closedBy, finalResults, makePreliminaryAgain } from "~/lib/days/final-results.server";
import { dropTrackingOf, putTracking } from "~/lib/days/set-tracking.server";
import { trackingOfDay } from "~/lib/days/tracking-queries.server";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { flyingAccounts } from "~/lib/entries/mail-recipients.server";
import { missingStatuses } from "~/lib/entries/status-rows.server";
import { done, type Result, refuse } from "~/lib/result";
import { tasks } from "~db/schema";
import { taskInMail } from "./publish-task.server";
import { classTaskPath } from "./task-paths";
import { taskById } from "./tasks-queries.server";

/**
 * Cancels a draft, or the version in force. The class gets a mail about the latter, once it can no longer be taken back. The day
 * keeps its status: another class may fly. Unofficial results become preliminary again; official ones keep their task, and once
 * the days are locked, all do. The class loses a tracking link that was made from the task; one that was typed stays.
 * @param revision the revision that the organiser saw; null cancels whichever there is
 */
export async function cancelTask(
	ctx: StaffCtx<"tasks">,
	id: string,
	revision: number | null,
): Promise<Result<null, "not-found" | "stale" | Closed>> {
	const { db, now, edition, settings } = ctx;
	const [row] = await taskById(db, id);
	if (!row) return refuse("not-found");
	const isCancellable = row.state === "draft" || row.state === "published";
	if (!isCancellable || (revision !== null && revision !== row.revision)) return refuse("stale");
	const wasPublished = row.state === "published";
	const { recipients, tracking, final } = await read(db, {
		final: finalResults(ctx, row),
		recipients: flyingAccounts(db, now, row),
		tracking: trackingOfDay(db, row.dayId),
	});
	if (wasPublished && final.length > 0) return refuse(closedBy(ctx));
	const mail = taskInMail(row);
	const url = `${editionOrigin(edition, settings)}${classTaskPath(row)}`;
	const taskUrl = trackingOf(row, tracking)?.taskUrl === url ? url : null;
	const cancelled = wasPublished && newCancellation(ctx, row, { taskId: id, taskUrl });
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(tasks)
					.set({ state: "cancelled", updatedAt: now, revision: sql`${tasks.revision} + 1` })
					.where(
						and(
							eq(tasks.id, id),
							inArray(tasks.state, ["draft", "published"]),
							eq(tasks.revision, row.revision),
							wasPublished ? notExists(finalResults(ctx, row)) : undefined,
						),
					),
			),
			...(cancelled ? [cancelled.noted, dropTrackingOf(ctx, row, url), makePreliminaryAgain(db, row)] : []),
		],
		audit: {
			action: "task.cancel",
			subjectId: id,
			before: { state: row.state, version: mail.version },
			after: { state: "cancelled" },
		},
		outbox: cancelled
			? recipients.map((account) => ({
					...mailTo(account, "task-cancelled", { ...mail }),
					cancellation: cancelled.waits,
				}))
			: [],
		visible: wasPublished,
	});
}

function trackingOf({ classId }: ClassDay, tracking: Awaited<ReturnType<typeof trackingOfDay>>) {
	return tracking.find(({ competitionClass }) => competitionClass.id === classId);
}

/** Puts a cancelled version in force again, as long as the mails of its cancellation wait. Nobody gets them. */
export async function takeTaskBack(
	ctx: StaffCtx<"tasks">,
	id: string,
	revision: number,
): Promise<Result<null, "not-found" | "stale">> {
	const { db, now } = ctx;
	const [row] = await taskById(db, id);
	if (!row) return refuse("not-found");
	const { dayId, classId } = row;
	const { day, open, tracking } = await read(db, {
		day: first(dayById(db, dayId)),
		open: openCancellations(ctx, dayId),
		tracking: trackingOfDay(db, dayId),
	});
	const cancellation = open.find(({ taskId }) => taskId === id);
	if (!cancellation) return refuse("stale");
	const { taskUrl } = cancellation;
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(tasks)
					.set({ state: "published", updatedAt: now, revision: sql`${tasks.revision} + 1` })
					.where(and(eq(tasks.id, id), eq(tasks.state, "cancelled"), eq(tasks.revision, revision))),
			),
			...dropCancellation(ctx, cancellation),
			...(taskUrl && !trackingOf(row, tracking)
				? [putTracking(ctx, crypto.randomUUID(), { dayId, classId }, taskUrl)]
				: []),
			// Competitors accepted meanwhile have no status yet.
			...(day?.task === "TASK" ? [missingStatuses(db, dayId, now)] : []),
		],
		audit: {
			action: "task.take-back",
			subjectId: id,
			before: { state: "cancelled" },
			after: { state: "published", version: taskInMail(row).version },
		},
		effects: [{ kind: "scores-due", dayId, classId, by: "organiser" }],
		visible: true,
	});
	if (!committed.ok) return refuse("stale");
	return done(null);
}
