import { and, eq, sql } from "drizzle-orm";
import { allClasses } from "~/lib/classes/classes-queries.server";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
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
	/** Whether every accepted competitor is told the task status by e-mail. */
	readonly email: boolean;
	/** The version the change was made on; null to change whatever stands there. */
	readonly version: number | null;
	/** Task addresses by class, null to remove one; without it they stay as they are. */
	readonly taskUrls?: Readonly<Record<ClassType, string | null>>;
}

/**
 * Changes a competition day. A day that gets a task gets its competitors' statuses in the same write; those there
 * are stay as they are.
 */
export async function updateCompetitionDay(
	ctx: AdminCtx,
	{ id, task, email, version, taskUrls }: DayChange,
): Promise<Result<Day, "not-found" | "stale">> {
	const { db, now, actor } = ctx;
	const [[day], entries, classes, recipients] = await db.batch([
		dayById(db, id),
		trackingOfDay(db, id),
		allClasses(db),
		...(email ? ([acceptedAccounts(db)] as const) : ([] as const)),
	]);
	if (!day) return refuse("not-found");
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
	if (!committed.ok) return refuse("stale");
	return done({ ...day, task, version: day.version + 1, updatedAt: now });
}
