import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { groundOf } from "~/lib/map/ground";
import { type TaskView, toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, toTaskVersion } from "~/lib/tasks/tasks-queries.server";

/** The task in force of each class, or that it was cancelled. Null when there is no such day. */
export async function readTasksPage({ db, edition, language }: Ctx, date: string) {
	const [[day], rows] = await db.batch([dayByDate(db, date), publicTasksOfDate(db, date)]);
	if (!day) return null;
	const ground = groundOf(edition, language);
	const tasks = new Map<string, TaskView>();
	for (const row of rows) {
		const before = tasks.get(row.classId);
		const isNewer = before === undefined || (before.state === "cancelled" && row.state === "published");
		if (isNewer) tasks.set(row.classId, toTaskView(toTaskVersion(row), ground));
	}
	return { day: { name: day.name, date: day.date, task: day.task }, tasks: [...tasks.values()] };
}
