import type { TaskInMail } from "~/lib/db/mail-to";
import { versionLetter } from "../task-content";
import type { TaskVersion } from "../tasks-queries.server";

export function taskInMail(task: TaskVersion): TaskInMail {
	return {
		id: task.id,
		day: task.dayName,
		date: task.date,
		classType: task.classType,
		version: versionLetter(task.number),
		kind: task.kind,
		taskTimeS: task.taskTimeS,
		distanceM: Math.round(task.distanceM),
		minDistanceM: task.minDistanceM && Math.round(task.minDistanceM),
		maxDistanceM: task.maxDistanceM && Math.round(task.maxDistanceM),
		points: task.points.map(({ name }) => name),
		startOpens: task.rules.startOpens,
	};
}

/** Parts of a task that another version may change; texts are `task.changed.<part>`. */
const parts = ["kind", "taskTimeS", "points", "rules"] as const;

/** What is not as it was; empty for a first version. */
export function changedBetween(before: TaskVersion | null, after: TaskVersion): string[] {
	if (!before) return [];
	return parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
}
