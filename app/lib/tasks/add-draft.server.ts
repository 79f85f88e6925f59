import { and, eq, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { classById } from "~/lib/entries/classes-queries.server";
import { terrainWithin } from "~/lib/maps/terrain/load-terrain.server";
import { boundsOf } from "~/lib/maps/viewport";
import { done, type Result, refuse } from "~/lib/result";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { type TaskPoint, tasks } from "~db/schema";
import { refusedIn, type TaskFinding } from "./check-task";
import { completeTask, keptSettings, overField, type SourcedSettings, settingsOfBase } from "./complete-task";
import { digestOfTask, versionLetter } from "./task-content";
import { taskDistances } from "./task-distances";
import type { FileTask, TaskInput } from "./task-schema";
import { type StoredTask, tasksOfClass } from "./tasks-queries.server";

interface Draft {
	readonly id: string;
}

/** Two organisers may send a task at once. */
const mostAttempts = 5;

/** Where a draft comes from: a file, a client, or the page that builds a task from points. */
type DraftOrigin =
	| { readonly from: "file" | "client" }
	| {
			readonly from: "builder";
			/** Id of the version that it was built from. */
			readonly baseId: string | null;
			/** Revision of the draft that is edited; null replaces whichever there is. */
			readonly seen: number | null;
	  };

/** Adds the next version of a task, or replaces the one that is still a draft. Errors are named as `findingField` does. */
export async function addDraft(
	ctx: StaffCtx<"tasks">,
	classDay: ClassDay,
	given: TaskInput | FileTask,
	origin: DraftOrigin,
): Promise<Result<Draft, "not-found" | "invalid-fields" | "stale">> {
	const { db } = ctx;
	const { droppedFromFile, ...stated } =
		"droppedFromFile" in given
			? overField(given, ctx.edition.airfield.elevation)
			: { ...given, droppedFromFile: [] };
	const { day, competitionClass, waypoints } = await read(db, {
		day: first(dayById(db, classDay.dayId)),
		competitionClass: first(classById(db, classDay.classId)),
		waypoints: waypointsInForce(db),
	});
	if (!day || !competitionClass) return refuse("not-found");
	const seen = origin.from === "builder" ? origin.seen : null;
	const terrain = await terrainWithin(ctx, boundsOf(stated.points));
	for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
		const versions = await tasksOfClass(db, classDay);
		const [newest] = versions;
		if (seen !== null && (newest?.state !== "draft" || newest.revision !== seen)) return refuse("stale");
		const task = completeTask(stated, {
			defaults: taskDefaultsOf(ctx.edition, competitionClass.type),
			heights: { waypoints: contentOf(waypoints), terrain, airfield: ctx.edition.airfield },
			kept: (points) => keptBy(origin, versions, points),
			from: origin.from === "file" ? "file" : "organiser",
		});
		const refused = refusedIn(task);
		if (refused.length > 0) return refuse("invalid-fields", errorsOf(refused));
		const draft = await tryToAdd(ctx, classDay, { ...task, droppedFromFile }, newest);
		if (draft) return done(draft);
	}
	return refuse("stale");
}

/** Returns the settings to keep. A client states the whole draft, so it keeps nothing of the one that it replaces. */
export function keptBy(
	origin: DraftOrigin,
	versions: readonly StoredTask[],
	points: readonly TaskPoint[],
): readonly SourcedSettings[] {
	if (origin.from === "client")
		return keptSettings(
			versions.filter(({ state }) => state !== "draft"),
			points,
		);
	const base = origin.from === "builder" ? versions.find(({ id }) => id === origin.baseId) : undefined;
	return base ? [settingsOfBase(base, points)] : keptSettings(versions, points);
}

/** The first finding of each point, by the path of the point, in the order of the task. */
function errorsOf(findings: readonly TaskFinding[]): Record<string, string> {
	const errors: Record<string, string> = {};
	for (const { point, complaint } of findings) errors[findingField(point)] ??= complaint;
	return errors;
}

/** The name under which a finding stands among the errors of fields. @param point its index; null for the whole task */
function findingField(point: number | null): string {
	return point === null ? "points" : `points.${point}`;
}

/** Null when somebody else changed the newest version meanwhile. */
async function tryToAdd(
	ctx: StaffCtx<"tasks">,
	{ dayId, classId }: ClassDay,
	task: ReturnType<typeof completeTask> & Pick<FileTask, "droppedFromFile">,
	newest: StoredTask | undefined,
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
