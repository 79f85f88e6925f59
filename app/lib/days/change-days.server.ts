import { and, eq, notExists, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import {
	areDaysLocked,
	type Closed,
	closedBy,
	finalResults,
	makePreliminaryAgain,
} from "~/lib/days/final-results.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { acceptedAccounts } from "~/lib/entries/mail-recipients.server";
import { missingStatuses } from "~/lib/entries/status-rows.server";
import { done, type Result, refuse } from "~/lib/result";
import type { ClassType, TaskStatus } from "~db/enums";
import { competitionDays } from "~db/schema";
import {
	dropCancellation,
	dropMailsOf,
	newCancellation,
	type OpenCancellation,
	openCancellations,
} from "./cancellations.server";
import type { newDaySchema } from "./day-schema";
import { dayById } from "./days-queries.server";
import { dropTracking, putTracking } from "./set-tracking.server";
import { trackingOfDay } from "./tracking-queries.server";

type Day = typeof competitionDays.$inferSelect;

/** Adds a day. A day with a task also gets the statuses of its competitors. */
export async function addDay(
	ctx: StaffCtx<"days">,
	{ name, date, task }: z.infer<typeof newDaySchema>,
): Promise<Result<Day, "invalid-fields">> {
	const { db, now } = ctx;
	const day: Day = { id: crypto.randomUUID(), name, date, task, version: 1, updatedAt: now };
	const committed = await commit(ctx, {
		statements: [
			db.insert(competitionDays).values(day),
			...(task === "TASK" ? [missingStatuses(db, day.id, now)] : []),
		],
		audit: { action: "competition-day.add", subjectId: day.id, after: { name, date, task } },
		visible: true,
	});
	return committed.ok ? done(day) : refuse("invalid-fields", { date: "form.field.dayExists" });
}

interface DayChange {
	readonly id: string;
	readonly task: TaskStatus;
	/** Whether every accepted competitor gets a mail about the task. */
	readonly email: boolean;
	/** The version that was edited; null overwrites every version. */
	readonly version: number | null;
	/** Null removes the address of a class; undefined leaves all of them. */
	readonly taskUrls?: Readonly<Record<ClassType, string | null>>;
}

/**
 * Changes a day. A day with a task gets its missing statuses in the same write; existing ones stay. The mails of a cancellation
 * wait until it can no longer be taken back, and are dropped when the day is on again before that. A day with official results
 * keeps its task; once the days are locked, one with any results does.
 * @param formKey random key of the form: sent again, it changes nothing
 */
export async function updateDay(
	ctx: StaffCtx<"days">,
	{ id, task, email, version, taskUrls }: DayChange,
	formKey: string | null = null,
): Promise<Result<Day, "not-found" | "stale" | Closed>> {
	const { db, now } = ctx;
	const { day, entries, classes, open, recipients, final } = await read(db, {
		final: finalResults(ctx, { dayId: id }),
		day: first(dayById(db, id)),
		entries: trackingOfDay(db, id),
		classes: allClasses(db),
		open: openCancellations(ctx, id),
		recipients: email ? acceptedAccounts(db, now) : undefined,
	});
	if (!day) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(day);
	if (version !== null && version !== day.version) return refuse("stale");
	const closing = closingResults(ctx, day, task);
	if (closing && final.length > 0) return refuse(closedBy(ctx));

	const taskUrlOf = (type: ClassType) =>
		entries.find(({ competitionClass }) => competitionClass.type === type)?.taskUrl ?? null;
	const before = Object.fromEntries(classes.map(({ type }) => [type, taskUrlOf(type)]));
	const after = taskUrls ?? before;
	const moved = classes.filter(({ type }) => after[type] !== before[type]);
	const cancellation = cancellationBy(ctx, day, { task, email }, open);
	const unchanged = version === null ? undefined : eq(competitionDays.version, version);
	const committed = await commit(ctx, {
		statements: [
			// First: the same form that arrives twice at once is not stale.
			...consumeFormKey(ctx, formKey, id),
			exactlyOne(
				db
					.update(competitionDays)
					.set({ task, version: sql`${competitionDays.version} + 1`, updatedAt: now })
					.where(and(eq(competitionDays.id, id), unchanged, closing && notExists(closing))),
			),
			...(task === "TASK" ? [missingStatuses(db, id, now)] : []),
			...moved.map(({ id: classId, type }) => trackingAt(ctx, { dayId: id, classId }, after[type])),
			...cancellation.statements,
			...(task === "TASK" ? [] : [makePreliminaryAgain(db, { dayId: id })]),
		],
		audit: {
			action: "competition-day.update",
			subjectId: id,
			before: { task: day.task, taskUrls: before },
			after: { task, taskUrls: after, email },
		},
		outbox: (recipients ?? []).map((account) => ({
			...mailTo(account, "task-day", { day: day.name, date: day.date, task }),
			...cancellation.mails,
		})),
		visible: true,
	});
	if (!committed.ok && !wasSentBefore(committed)) return refuse("stale");
	return done({ ...day, task, version: day.version + 1, updatedAt: now });
}

/** Statement that sets the address of a class's task, or takes it away. */
function trackingAt(ctx: StaffCtx<"days">, classDay: ClassDay, taskUrl: string | null | undefined) {
	return taskUrl ? putTracking(ctx, crypto.randomUUID(), classDay, taskUrl) : dropTracking(ctx, classDay);
}

/** The results that must not be final when a day gets another task: any once the days are locked, else they only keep one. */
function closingResults(ctx: StaffCtx<"days">, day: Day, task: TaskStatus) {
	const isHeld = day.task !== task && (task !== "TASK" || areDaysLocked(ctx.edition, ctx.now));
	return isHeld ? finalResults(ctx, { dayId: day.id }) : undefined;
}

/**
 * Returns what a change of the day does to its cancellation: the statements, and the cancellation whose end the mails of the change
 * wait for.
 * @param open cancellations of the day and of its tasks
 */
function cancellationBy(
	ctx: StaffCtx<"days">,
	{ id: dayId, task: dayTask }: Day,
	{ task, email }: Pick<DayChange, "task" | "email">,
	open: readonly OpenCancellation[],
) {
	const before = open.filter(({ taskId }) => taskId === null);
	if (task !== "TASK_CANCELLED")
		return { statements: before.flatMap((one) => dropCancellation(ctx, one)), mails: {} };
	if (dayTask !== "TASK_CANCELLED") {
		const { noted, waits } = newCancellation(ctx, { dayId }, { dayTask });
		return { statements: [noted], mails: { cancellation: waits } };
	}
	const [earlier] = before;
	if (!earlier || !email) return { statements: [], mails: {} };
	// The mails of the earlier save are dropped, so that each competitor gets one.
	return { statements: [dropMailsOf(ctx, earlier)], mails: { cancellation: earlier } };
}

/** Takes the cancellation of a day back, as long as its mails wait. @param version the version that the organiser saw */
export async function takeDayBack(
	ctx: StaffCtx<"days">,
	id: string,
	version: number,
): Promise<Result<Day, "not-found" | "stale" | Closed>> {
	const open = await openCancellations(ctx, id);
	const task = open.find(({ taskId }) => taskId === null)?.dayTask;
	return task ? updateDay(ctx, { id, task, email: false, version }) : refuse("stale");
}
