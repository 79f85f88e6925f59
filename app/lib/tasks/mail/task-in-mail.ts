import type { TaskInMail } from "~/lib/db/mail-to";
import { versionLetter } from "../task-content";
import type { StoredTask } from "../tasks-queries.server";

export function taskInMail(task: StoredTask): TaskInMail {
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

/** What is not as it was. */
export function changedBetween(before: StoredTask, after: StoredTask): string[] {
	return parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
}
