import type { TFunction } from "i18next";
import { formatKilometres } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { TaskView } from "./task-view";

/** "3:30" of 12,600 seconds. */
export function hoursAndMinutes(seconds: number): string {
	const minutes = Math.round(seconds / 60);
	return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

export type TaskLength = Pick<TaskView, "kind" | "distanceM" | "minDistanceM" | "maxDistanceM" | "taskTimeS">;

/** Kind, distance, and for an area task the range and the time: the task in a line. */
export function taskSummary(t: TFunction, language: Language, task: TaskLength): string {
	const km = (metres: number | null) => formatKilometres(metres ?? 0, language);
	return t(`task.summary.${task.kind}`, {
		distance: km(task.distanceM),
		least: km(task.minDistanceM),
		most: km(task.maxDistanceM),
		time: hoursAndMinutes(task.taskTimeS ?? 0),
	});
}
