import type { BackgroundMap } from "~/lib/maps/background-map";
import { pick } from "~/lib/pick";
import type { TaskPoint } from "~db/schema";
import { drawTaskMap, type MedalTrace } from "./draw-task.server";
import { versionLetter } from "./task-content";
import { taskDistances } from "./task-distances";
import type { StoredTask } from "./tasks-queries.server";
import { orientZones } from "./zones";

/** A point with its leg from the one before. */
export interface PointView extends TaskPoint {
	/** Null at the start. */
	readonly leg: { readonly distanceM: number; readonly bearingDeg: number } | null;
	/** True direction of the middle of the zone. */
	readonly axisDeg: number;
}

export type TaskView = ReturnType<typeof toTaskView>;

/** A version of a task as pages show it. @param ground below the task on its map @param traces above it */
export function toTaskView(task: StoredTask, ground: BackgroundMap, traces: readonly MedalTrace[] = []) {
	const { legs } = taskDistances(task);
	const zones = orientZones(task.points);
	return {
		...pick(task, "id", "date", "dayName", "classType", "state", "kind", "taskTimeS", "sha256", "revision"),
		...pick(task, "distanceM", "minDistanceM", "maxDistanceM", "rules", "scoring", "briefing"),
		version: versionLetter(task.number),
		points: task.points.map(
			(point, index): PointView => ({
				...point,
				leg: legs[index - 1] ?? null,
				axisDeg: zones[index]?.axisDeg ?? 0,
			}),
		),
		drawing: drawTaskMap(task.points, ground, traces),
	};
}
