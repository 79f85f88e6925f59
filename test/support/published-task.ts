import type { Task } from "~/lib/tasks/task";
import { digestOfTask } from "~/lib/tasks/task-content";
import { taskDistances } from "~/lib/tasks/task-distances";
import { tasks } from "~db/schema";
import { databaseOf } from "./factories";

type Row = typeof tasks.$inferInsert;

/** Puts a version of a task into force, as organisers do on the morning of 15 July 2025. */
export async function insertPublished(
	task: Task,
	where: Pick<Row, "id" | "dayId" | "competitionClassId" | "number"> & { readonly state?: Row["state"] },
): Promise<void> {
	await databaseOf()
		.insert(tasks)
		.values({
			state: "published",
			...where,
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
