import { and, eq, notExists, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { dropCancellation, openCancellations } from "~/lib/days/cancellations.server";
import { dayById } from "~/lib/days/days-queries.server";
import { type Closed, closedBy, finalResults } from "~/lib/days/final-results.server";
import { putTracking } from "~/lib/days/set-tracking.server";
import { trackingOfDay } from "~/lib/days/tracking-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { isInForce } from "~/lib/db/conditions.server";
import { mailTo, type TaskInMail } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { flyingAccounts } from "~/lib/entries/mail-recipients.server";
import { missingStatuses } from "~/lib/entries/status-rows.server";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, tasks } from "~db/schema";
import { changeAudit, changedColumns } from "./change-task.server";
import type { TaskSettings } from "./complete-task";
import { versionLetter } from "./task-content";
import { classTaskPath } from "./task-paths";
import { inForceOf, type StoredTask, taskById, tasksOfClass } from "./tasks-queries.server";

/**
 * Puts a draft in force. It supersedes the earlier version, sets the day to TASK, gives the class its tracking link unless one was
 * typed, and sends the class one mail. The mails of a cancellation that still wait are dropped: the version replaces the cancelled
 * one. Unofficial and official results keep their task; they must be reopened first. Once the days are locked, all results keep it.
 * @param revision the revision that the organiser saw; null publishes whichever there is
 * @param settings settings that change with it
 */
export async function publishTask(
	ctx: StaffCtx<"tasks">,
	id: string,
	revision: number | null,
	settings: TaskSettings | null = null,
): Promise<Result<null, "not-found" | "stale" | Closed>> {
	const { db, now } = ctx;
	const [draft] = await taskById(db, id);
	if (!draft) return refuse("not-found");
	if (draft.state !== "draft" || (revision !== null && revision !== draft.revision)) return refuse("stale");
	const columns = settings && (await changedColumns(draft, settings));
	const task = { ...draft, ...columns };
	const { dayId, classId } = task;
	const { day, versions, open, tracking, recipients, announced } = await read(db, {
		day: first(dayById(db, dayId)),
		announced: finalResults(ctx, { dayId, classId }, "unofficial"),
		versions: tasksOfClass(db, { dayId, classId }),
		open: openCancellations(ctx, dayId),
		tracking: trackingOfDay(db, dayId),
		recipients: flyingAccounts(db, now, { dayId, classId }),
	});
	if (!day) return refuse("not-found");
	if (announced.length > 0) return refuse(closedBy(ctx));
	const inForce = inForceOf(versions);
	const unheard = open.filter(
		({ taskId }) => taskId === null || versions.some(({ id: versionId }) => versionId === taskId),
	);
	const before = inForce ?? versions.find((one) => unheard.some(({ taskId }) => taskId === one.id));
	const hasTracking = tracking.some(({ competitionClass }) => competitionClass.id === classId);
	const taskUrl = `${editionOrigin(ctx.edition, ctx.settings)}${classTaskPath(task)}`;
	const mail = {
		...taskInMail(task),
		replaces: before ? taskInMail(before).version : null,
		changed: before ? changedBetween(before, task) : [],
	};
	const committed = await commit(ctx, {
		statements: [
			...(inForce ? [exactlyOne(supersede(ctx, inForce.id))] : []),
			exactlyOne(putInForce(ctx, draft, columns)),
			...setToTask(ctx, day),
			...unheard.flatMap((one) => dropCancellation(ctx, one)),
			...(hasTracking ? [] : [putTracking(ctx, crypto.randomUUID(), { dayId, classId }, taskUrl)]),
		],
		audit: [
			...(columns ? [changeAudit(draft, columns)] : []),
			{
				action: "task.publish",
				subjectId: id,
				after: { dayId, classId, version: mail.version, sha256: task.sha256, replaces: mail.replaces },
			},
		],
		outbox: recipients.map((account) => mailTo(account, "task-published", mail)),
		effects: [{ kind: "scores-due", dayId, classId, by: "organiser" }],
		visible: true,
	});
	if (!committed.ok) return refuse("stale");
	return done(null);
}

function supersede({ db, now }: StaffCtx<"tasks">, id: string) {
	return db
		.update(tasks)
		.set({ state: "superseded", updatedAt: now })
		.where(and(eq(tasks.id, id), isInForce()));
}

/** @param columns that change with it */
function putInForce(
	ctx: StaffCtx<"tasks">,
	draft: Pick<typeof tasks.$inferSelect, "id" | "revision"> & ClassDay,
	columns: Partial<typeof tasks.$inferInsert> | null,
) {
	const { db, now } = ctx;
	return db
		.update(tasks)
		.set({
			...columns,
			state: "published",
			publishedAt: now,
			updatedAt: now,
			revision: sql`${tasks.revision} + 1`,
		})
		.where(
			and(
				eq(tasks.id, draft.id),
				eq(tasks.state, "draft"),
				eq(tasks.revision, draft.revision),
				notExists(finalResults(ctx, draft, "unofficial")),
			),
		);
}

/** Statements that set a day to TASK, with the statuses of its starters: while the task of a class was cancelled, it had none. */
function setToTask({ db, now }: StaffCtx<"tasks">, { id, task }: typeof competitionDays.$inferSelect) {
	const set = db
		.update(competitionDays)
		.set({ task: "TASK", version: sql`${competitionDays.version} + 1`, updatedAt: now })
		.where(eq(competitionDays.id, id));
	return [...(task === "TASK" ? [] : [set]), missingStatuses(db, id, now)];
}

export function taskInMail(task: StoredTask): TaskInMail {
	return {
		id: task.id,
		day: task.dayName,
		date: task.date,
		classType: task.classType,
		version: versionLetter(task.number),
		kind: task.kind,
		taskTimeS: task.taskTimeS,
		distanceM: Math.round(task.distanceM),
		minDistanceM: task.minDistanceM && Math.round(task.minDistanceM),
		maxDistanceM: task.maxDistanceM && Math.round(task.maxDistanceM),
		points: task.points.map(({ name }) => name),
		startOpens: task.rules.startOpens,
	};
}

/** Parts of a task that another version may change; texts are `task.changed.<part>`. */
const parts = ["kind", "taskTimeS", "points", "rules"] as const;

/** The parts that differ from the earlier version. */
function changedBetween(before: StoredTask, after: StoredTask): string[] {
	return parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
}
