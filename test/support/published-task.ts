import type { Task } from "~/lib/tasks/task";
import { digestOfTask } from "~/lib/tasks/task-content";
import { taskDistances } from "~/lib/tasks/task-distances";
import { tasks } from "~db/schema";
import { databaseOf } from "./factories";

interface Version {
	readonly dayId: string;
	readonly classId: string;
	readonly id?: string;
	/** 1 is version A. */
	readonly number?: number;
}

/** Puts a task into force, as it was published in the morning of 15 July 2025. */
export async function publishTask(
	task: Task,
	{ dayId, classId, id = "task-a", number = 1 }: Version,
): Promise<void> {
	await databaseOf()
		.insert(tasks)
		.values({
			id,
			dayId,
			competitionClassId: classId,
			number,
			state: "published",
			kind: task.kind,
			taskTimeS: task.taskTimeS,
			points: task.points,
			rules: task.rules,
			scoring: task.scoring,
			briefing: task.briefing,
			sha256: await digestOfTask(task),
			distanceM: taskDistances(task).distanceM,
			createdAt: new Date("2025-07-15T08:00:00Z"),
			publishedAt: new Date("2025-07-15T08:30:00Z"),
			updatedAt: new Date("2025-07-15T08:30:00Z"),
		});
}
