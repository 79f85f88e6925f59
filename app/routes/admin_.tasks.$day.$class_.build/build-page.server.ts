import type { AdminCtx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { classByType } from "~/lib/entries/classes/classes-queries.server";
import { chartGround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce, contentOf } from "~/lib/tasks/charts/charts-queries.server";
import { keptBy } from "~/lib/tasks/draft/add-draft.server";
import { fewestPoints } from "~/lib/tasks/task-defaults";
import { tasksOfClass } from "~/lib/tasks/tasks-queries.server";
import { previewOf, type Step, waypointKey } from "./built-task.server";

interface Address {
	readonly date: string;
	readonly classType: string;
	/** Id of the version that the form begins with; "" for an empty form. */
	readonly from: string;
}

/** What a task is built from. Null when there is no such day, class or version. */
export async function readWorkshop(ctx: AdminCtx, { date, classType, from }: Address) {
	const { db } = ctx;
	const { day, competitionClass, ...charts } = await read(db, {
		day: first(dayByDate(db, date)),
		competitionClass: first(classByType(db, classType)),
		...chartsInForce(db),
	});
	if (!day || !competitionClass) return null;
	const versions = await tasksOfClass(db, { dayId: day.id, classId: competitionClass.id });
	const base = versions.find(({ id }) => id === from) ?? null;
	if (from !== "" && !base) return null;
	return {
		day,
		competitionClass,
		waypoints: contentOf(charts.waypoints),
		ground: chartGround(ctx, charts),
		versions,
		base,
	};
}

export type Workshop = NonNullable<Awaited<ReturnType<typeof readWorkshop>>>;

/**
 * What the page shows of a step.
 * @param judged whether the task was to be saved: one that is not complete yet is not complained about before
 */
export function viewOf(
	ctx: AdminCtx,
	{ base, versions, competitionClass, waypoints, ground }: Workshop,
	step: Step,
	judged: boolean,
) {
	const { edition } = ctx;
	const origin = { from: "builder", baseId: base?.id ?? null, seen: null } as const;
	const preview = previewOf(step.typed, {
		classType: competitionClass.type,
		kept: (points) => keptBy(origin, versions, points),
		waypoints,
		edition,
		ground,
	});
	const isComplete = step.typed.points.length >= fewestPoints;
	return {
		typed: step.typed,
		matches: step.matches?.map((waypoint) => ({ ...waypoint, key: waypointKey(waypoint) })) ?? null,
		preview: { ...preview, refused: judged || isComplete ? preview.refused : [] },
		names: waypoints.map(({ name, code }) => ({ name, code })),
	};
}

export type BuildView = ReturnType<typeof viewOf>;
