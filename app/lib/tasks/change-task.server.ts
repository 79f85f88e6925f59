import { and, eq, notExists, sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { type Closed, closedBy, finalResults } from "~/lib/days/final-results.server";
import { type AuditEntry, commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { flightResults, type SettingName, type SettingSource, tasks } from "~db/schema";
import type { TaskSettings } from "./complete-task";
import { digestOfTask } from "./task-content";
import { taskDistances } from "./task-distances";
import { type StoredTask, taskById } from "./tasks-queries.server";

/**
 * Changes the given settings. The rules of a published version stay as they were announced. Its scoring and briefing may change as
 * long as the results are not official and the days not locked. Older versions cannot change.
 * @param revision the revision that was edited; null overwrites every one
 */
export async function changeTask(
	ctx: StaffCtx<"tasks">,
	id: string,
	settings: TaskSettings,
	revision: number | null,
): Promise<Result<null, "not-found" | "stale" | "task-published" | Closed>> {
	const [before] = await taskById(ctx.db, id);
	if (!before) return refuse("not-found");
	if (revision !== null && revision !== before.revision) return refuse("stale");
	const isDraft = before.state === "draft";
	if (!isDraft && (settings.rules !== undefined || before.state !== "published"))
		return refuse("task-published");
	const final = finalResults(ctx, before);
	if (!isDraft && (await final).length > 0) return refuse(closedBy(ctx));
	const columns = await changedColumns(before, settings);
	const committed = await commit(ctx, {
		statements: [
			...(measureOf(columns) === measureOf(before)
				? []
				: [ctx.db.delete(flightResults).where(eq(flightResults.taskId, id))]),
			exactlyOne(
				ctx.db
					.update(tasks)
					.set({ ...columns, revision: sql`${tasks.revision} + 1`, updatedAt: ctx.now })
					.where(
						and(
							eq(tasks.id, id),
							eq(tasks.state, before.state),
							eq(tasks.revision, before.revision),
							isDraft ? undefined : notExists(final),
						),
					),
			),
		],
		audit: changeAudit(before, columns),
		effects: isDraft
			? []
			: [{ kind: "scores-due", dayId: before.dayId, classId: before.classId, by: "organiser" }],
		visible: !isDraft,
	});
	if (!committed.ok) return refuse("stale");
	return done(null);
}

/** The part of a task by which flights are measured and logs are checked. */
function measureOf({ rules, scoring, briefing }: Pick<StoredTask, "rules" | "scoring" | "briefing">): string {
	return JSON.stringify([rules, scoring, briefing.qnhHpa, briefing.inactiveAirspace]);
}

type ChangedColumns = Awaited<ReturnType<typeof changedColumns>>;

/** The columns of a task that settings change, and those that are computed from them. */
export async function changedColumns(before: StoredTask, { rules, scoring, briefing }: TaskSettings) {
	const settings = {
		rules: { ...before.rules, ...rules },
		scoring: { ...before.scoring, ...scoring },
		briefing: { ...before.briefing, ...briefing },
	};
	const isChanged = ([name, value]: readonly [string, unknown]) =>
		JSON.stringify(value) !== JSON.stringify({ ...before.rules, ...before.scoring }[name as SettingName]);
	const changed = Object.entries({ ...settings.rules, ...settings.scoring }).filter(isChanged);
	const set = Object.fromEntries(changed.map(([name]) => [name, "organiser" satisfies SettingSource]));
	const sources = { ...before.sources, ...set };
	const task = { ...before, ...settings };
	const { distanceM, minDistanceM, maxDistanceM } = taskDistances(task);
	return { ...settings, sources, sha256: await digestOfTask(task), distanceM, minDistanceM, maxDistanceM };
}

export function changeAudit(before: StoredTask, after: ChangedColumns): AuditEntry {
	const state = ({ sha256, scoring, briefing }: Pick<ChangedColumns, "sha256" | "scoring" | "briefing">) => ({
		sha256,
		scoring: { ...scoring },
		inactiveAirspace: [...briefing.inactiveAirspace],
	});
	return { action: "task.change", subjectId: before.id, before: state(before), after: state(after) };
}
