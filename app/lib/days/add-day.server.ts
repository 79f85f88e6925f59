import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { missingStatuses } from "~/lib/statuses/status-statements.server";
import type { TaskStatus } from "~db/enums";
import { competitionDays } from "~db/schema";

type Day = typeof competitionDays.$inferSelect;

interface NewDay {
	readonly name: string;
	/** Local date `YYYY-MM-DD` that no day has yet. */
	readonly date: string;
	readonly task: TaskStatus;
}

/** Adds a competition day, with the competitors' statuses when it has a task. */
export async function addCompetitionDay(
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
