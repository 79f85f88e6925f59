import { digestOfTask } from "~/lib/tasks/task-content";
import { taskDistances } from "~/lib/tasks/task-distances";
import { type Task, tasks } from "~db/schema";
import { databaseOf } from "./factories";

type Row = typeof tasks.$inferInsert;

/** A version of a task, in force unless it is a draft, as organisers make it on the morning of 15 July 2025. */
export async function insertTask(
	task: Task,
	{
		state = "published",
		...where
	}: Pick<Row, "id" | "dayId" | "competitionClassId" | "number"> & {
		readonly state?: "draft" | "published";
	},
): Promise<void> {
	await databaseOf()
		.insert(tasks)
		.values({
			...where,
			state,
			kind: task.kind,
			taskTimeS: task.taskTimeS,
			points: task.points,
			rules: task.rules,
			scoring: task.scoring,
			briefing: task.briefing,
			sha256: await digestOfTask(task),
			distanceM: taskDistances(task).distanceM,
			createdAt: new Date("2025-07-15T08:00:00Z"),
			publishedAt: state === "draft" ? null : new Date("2025-07-15T08:30:00Z"),
			updatedAt: new Date("2025-07-15T08:30:00Z"),
		});
}
