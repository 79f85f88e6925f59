import { and, eq, sql } from "drizzle-orm";
import { classById } from "~/lib/classes/classes-queries.server";
import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { tasks } from "~db/schema";
import { refusedIn, type TaskFinding } from "./check-task";
import { completeTask } from "./complete-task";
import type { Task } from "./task";
import { digestOfTask, versionLetter } from "./task-content";
import { taskDistances } from "./task-distances";
import type { FileTask, StatedTask } from "./task-schema";
import { newestTask } from "./tasks-queries.server";

interface Place {
	readonly dayId: string;
	readonly classId: string;
}

interface Draft {
	readonly id: string;
}

/** Two organisers may send a task at once. */
const mostAttempts = 5;

/**
 * Adds the next version of a task, or replaces the one that is still a draft. Errors are named as `findingField` does.
 * @param seen revision of the draft that is edited; null replaces whichever there is
 */
export async function addDraft(
	ctx: AdminCtx,
	{ dayId, classId }: Place,
	stated: StatedTask | FileTask,
	seen: number | null = null,
): Promise<Result<Draft, "not-found" | "invalid-fields" | "stale">> {
	const { db } = ctx;
	const [[day], [competitionClass]] = await db.batch([dayById(db, dayId), classById(db, classId)]);
	if (!day || !competitionClass) return refuse("not-found");
	const task = completeTask(stated, competitionClass.type);
	const refused = refusedIn(task);
	if (refused.length > 0) return refuse("invalid-fields", errorsOf(refused));
	for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
		const [newest] = await newestTask(db, dayId, classId);
		if (seen !== null && (newest?.state !== "draft" || newest.revision !== seen)) return refuse("stale");
		const unkept = "unkept" in stated ? stated.unkept : [];
		const draft = await tryToAdd(ctx, { dayId, classId }, { ...task, unkept }, newest);
		if (draft) return done(draft);
	}
	return refuse("stale");
}

/** The first finding of each point, by the path of the point. */
function errorsOf(findings: readonly TaskFinding[]): Record<string, string> {
	return Object.fromEntries(
		[...findings].reverse().map(({ point, complaint }) => [findingField(point), complaint]),
	);
}

/** The name under which a finding stands among the errors of fields. @param point its index; null for the whole task */
function findingField(point: number | null): string {
	return point === null ? "points" : `points.${point}`;
}

type Newest = Awaited<ReturnType<typeof newestTask>>[number];

/** Null when somebody else changed the newest version meanwhile. */
async function tryToAdd(
	ctx: AdminCtx,
	{ dayId, classId }: Place,
	task: Task & Pick<FileTask, "unkept">,
	newest: Newest | undefined,
): Promise<Draft | null> {
	const { db, now, actor } = ctx;
	const isReplaced = newest?.state === "draft";
	const number = isReplaced ? newest.number : (newest?.number ?? 0) + 1;
	const id = isReplaced ? newest.id : crypto.randomUUID();
	const { distanceM, minDistanceM, maxDistanceM } = taskDistances(task);
	const content = {
		...task,
		sha256: await digestOfTask(task),
		distanceM,
		minDistanceM,
		maxDistanceM,
		updatedAt: now,
	};
	const isUnchanged = and(
		eq(tasks.id, id),
		eq(tasks.state, "draft"),
		eq(tasks.revision, newest?.revision ?? 0),
	);
	const committed = await commit(ctx, {
		statements: [
			isReplaced
				? exactlyOne(
						db
							.update(tasks)
							.set({ ...content, revision: sql`${tasks.revision} + 1` })
							.where(isUnchanged),
					)
				: db.insert(tasks).values({
						...content,
						id,
						dayId,
						competitionClassId: classId,
						number,
						state: "draft",
						createdAt: now,
						createdBy: actor.id,
					}),
		],
		audit: {
			action: "task.upload",
			subjectId: id,
			after: { dayId, classId, version: versionLetter(number), kind: task.kind, sha256: content.sha256 },
		},
		visible: false,
	});
	return committed.ok ? { id } : null;
}
