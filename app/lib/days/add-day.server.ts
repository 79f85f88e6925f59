import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { missingStatuses } from "~/lib/entries/status-rows.server";
import { done, type Result, refuse } from "~/lib/result";
import type { TaskStatus } from "~db/enums";
import { competitionDays } from "~db/schema";

type Day = typeof competitionDays.$inferSelect;

interface NewDay {
	readonly name: string;
	/** Local date `YYYY-MM-DD`. */
	readonly date: string;
	readonly task: TaskStatus;
}

/** A day with a task gets the competitors' statuses too. */
export async function addDay(
	ctx: AdminCtx,
	{ name, date, task }: NewDay,
): Promise<Result<Day, "invalid-fields">> {
	const { db, now, actor } = ctx;
	const day: Day = { id: crypto.randomUUID(), name, date, task, version: 1, updatedAt: now };
	const committed = await commit(ctx, {
		statements: [
			db.insert(competitionDays).values(day),
			...(task === "TASK" ? [missingStatuses(db, day.id, now, actor.id)] : []),
		],
		audit: { action: "competition-day.add", subjectId: day.id, after: { name, date, task } },
		visible: true,
	});
	return committed.ok ? done(day) : refuse("invalid-fields", { date: "form.field.dayExists" });
}
