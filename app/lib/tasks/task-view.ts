import type { BackgroundMap } from "~/lib/maps/background-map";
import type { TaskPoint, TaskRules } from "~db/schema";
import { drawTaskMap, type MedalTrace, type TaskMapDrawing } from "./draw-task.server";
import { versionLetter } from "./task-content";
import { taskDistances } from "./task-distances";
import type { StoredTask } from "./tasks-queries.server";
import { placeZones } from "./zones";

/** A point with its leg from the one before. */
export interface PointView extends TaskPoint {
	/** Null at the start. */
	readonly leg: { readonly distanceM: number; readonly bearingDeg: number } | null;
	/** True direction of the middle of the zone. */
	readonly axisDeg: number;
}

/** A version as pages show it. */
export interface TaskView
	extends Pick<
		StoredTask,
		| "id"
		| "date"
		| "dayName"
		| "classType"
		| "state"
		| "kind"
		| "taskTimeS"
		| "distanceM"
		| "minDistanceM"
		| "maxDistanceM"
		| "scoring"
		| "briefing"
		| "sha256"
		| "revision"
	> {
	/** "A", "B" and so on. */
	readonly version: string;
	readonly rules: TaskRules;
	readonly points: readonly PointView[];
	readonly drawing: TaskMapDrawing;
}

/** @param ground below the task on its map @param traces above it */
export function toTaskView(
	task: StoredTask,
	ground: BackgroundMap,
	traces: readonly MedalTrace[] = [],
): TaskView {
	const { legs } = taskDistances(task);
	const zones = placeZones(task.points);
	return {
		id: task.id,
		date: task.date,
		dayName: task.dayName,
		classType: task.classType,
		state: task.state,
		version: versionLetter(task.number),
		kind: task.kind,
		taskTimeS: task.taskTimeS,
		distanceM: task.distanceM,
		minDistanceM: task.minDistanceM,
		maxDistanceM: task.maxDistanceM,
		rules: task.rules,
		scoring: task.scoring,
		briefing: task.briefing,
		sha256: task.sha256,
		revision: task.revision,
		points: task.points.map((point, index) => ({
			...point,
			leg: legs[index - 1] ?? null,
			axisDeg: zones[index]?.axisDeg ?? 0,
		})),
		drawing: drawTaskMap(task.points, ground, traces),
	};
}
