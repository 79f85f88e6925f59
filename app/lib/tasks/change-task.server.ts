import { and, eq, sql } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { scoreLater } from "~/lib/scoring/score-class.server";
import { performances, tasks } from "~db/schema";
import { digestOfTask } from "./task-content";
import { taskDistances } from "./task-distances";
import type { TaskSettings } from "./task-schema";
import { taskById, toTaskVersion } from "./tasks-queries.server";

/**
 * Changes the settings given. The rules of a published version stay as they were announced; its scoring and briefing may
 * change, older versions not at all.
 * @param revision that was edited; null overwrites every one
 */
export async function changeTask(
	ctx: AdminCtx,
	id: string,
	{ rules, scoring, briefing }: TaskSettings,
	revision: number | null,
): Promise<Result<null, "not-found" | "stale" | "task-published">> {
	const [row] = await taskById(ctx.db, id);
	if (!row) return refuse("not-found");
	if (revision !== null && revision !== row.revision) return refuse("stale");
	const before = toTaskVersion(row);
	const isDraft = before.state === "draft";
	if (!isDraft && (rules !== undefined || before.state !== "published")) return refuse("task-published");
	const task = {
		...before,
		rules: { ...before.rules, ...rules },
		scoring: { ...before.scoring, ...scoring },
		briefing: { ...before.briefing, ...briefing },
	};
	const sha256 = await digestOfTask(task);
	const { distanceM, minDistanceM, maxDistanceM } = taskDistances(task);
	const committed = await commit(ctx, {
		statements: [
			// They were measured by the scoring of before.
			ctx.db.delete(performances).where(eq(performances.taskId, id)),
			exactlyOne(
				ctx.db
					.update(tasks)
					.set({
						rules: task.rules,
						scoring: task.scoring,
						briefing: task.briefing,
						sha256,
						distanceM,
						minDistanceM,
						maxDistanceM,
						revision: sql`${tasks.revision} + 1`,
						updatedAt: ctx.now,
					})
					.where(and(eq(tasks.id, id), eq(tasks.state, before.state), eq(tasks.revision, before.revision))),
			),
		],
		audit: {
			action: "task.change",
			subjectId: id,
			before: { sha256: before.sha256, scoring: { ...before.scoring } },
			after: { sha256, scoring: { ...task.scoring } },
		},
		visible: !isDraft,
	});
	if (!committed.ok) return refuse("stale");
	if (!isDraft) scoreLater(ctx, before);
	return done(null);
}
