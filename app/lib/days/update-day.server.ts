import { and, eq, sql } from "drizzle-orm";
import { allClasses } from "~/lib/classes/classes-queries.server";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { consumeFormKey, madeByForm, wasSentBefore } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { acceptedAccounts } from "~/lib/registrations/accepted-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { missingStatuses } from "~/lib/statuses/status-statements.server";
import { type ClassType, classTypes, type TaskStatus } from "~db/enums";
import { competitionDays } from "~db/schema";
import { dayById } from "./days-queries.server";
import { trackingOfDay } from "./tracking-queries.server";
import { dropTracking, putTracking } from "./tracking-statements.server";

type Day = typeof competitionDays.$inferSelect;

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
 * A day with a task gets its missing statuses in the same write; existing ones stay.
 * @param formKey random key of the form: sent again, it changes nothing
 */
export async function updateDay(
	ctx: AdminCtx,
	{ id, task, email, version, taskUrls }: DayChange,
	formKey: string | null = null,
): Promise<Result<Day, "not-found" | "stale">> {
	const { db, now, actor } = ctx;
	const [[day], entries, classes, recipients] = await db.batch([
		dayById(db, id),
		trackingOfDay(db, id),
		allClasses(db),
		...(email ? ([acceptedAccounts(db, now)] as const) : ([] as const)),
	]);
	if (!day) return refuse("not-found");
	if (formKey && (await madeByForm(ctx, formKey))) return done(day);
	if (version !== null && version !== day.version) return refuse("stale");

	const taskUrlOf = (type: ClassType) =>
		entries.find(({ competitionClass }) => competitionClass.type === type)?.taskUrl ?? null;
	const before = Object.fromEntries(classTypes.map((type) => [type, taskUrlOf(type)]));
	const after = taskUrls ?? before;
	const tracking = classes
		.filter(({ type }) => after[type] !== before[type])
		.map(({ id: classId, type }) => {
			const taskUrl = after[type];
			return taskUrl
				? putTracking(ctx, crypto.randomUUID(), { dayId: id, classId }, taskUrl)
				: dropTracking(ctx, { dayId: id, classId });
		});

	const unchanged = version === null ? undefined : eq(competitionDays.version, version);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(competitionDays)
					.set({ task, version: sql`${competitionDays.version} + 1`, updatedAt: now })
					.where(and(eq(competitionDays.id, id), unchanged)),
			),
			...(task === "TASK" ? [missingStatuses(db, id, now, actor.id)] : []),
			...tracking,
			...consumeFormKey(ctx, formKey, id),
		],
		audit: {
			action: "competition-day.update",
			subjectId: id,
			before: { task: day.task, taskUrls: before },
			after: { task, taskUrls: after, email },
		},
		outbox: (recipients ?? []).map((account) =>
			mailTo(account, "task-day", { day: day.name, date: day.date, task }),
		),
		visible: true,
	});
	if (!committed.ok && !wasSentBefore(committed)) return refuse("stale");
	return done({ ...day, task, version: day.version + 1, updatedAt: now });
}
