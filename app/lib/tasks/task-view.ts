import type { TFunction } from "i18next";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { Ground } from "~/lib/maps/ground";
import type { TaskPoint, TaskRules } from "~db/schema";
import { drawTaskMap, type TaskMapDrawing } from "./draw-task.server";
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

/** @param ground below the task on its map */
export function toTaskView(task: StoredTask, ground: Ground): TaskView {
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
		drawing: drawTaskMap(task.points, ground),
	};
}

export function kilometres(metres: number, language: Language, digits = 1): string {
	return formatNumber(metres / 1000, language, digits);
}

/** "3:30" of 12,600 seconds. */
export function hoursAndMinutes(seconds: number): string {
	const minutes = Math.round(seconds / 60);
	return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

export type TaskLength = Pick<TaskView, "kind" | "distanceM" | "minDistanceM" | "maxDistanceM" | "taskTimeS">;

/** Kind, distance, and for an area task the range and the time: the task in a line. */
export function taskSummary(t: TFunction, language: Language, task: TaskLength): string {
	const km = (metres: number | null) => kilometres(metres ?? 0, language);
	return t(`task.summary.${task.kind}`, {
		distance: km(task.distanceM),
		least: km(task.minDistanceM),
		most: km(task.maxDistanceM),
		time: hoursAndMinutes(task.taskTimeS ?? 0),
	});
}
