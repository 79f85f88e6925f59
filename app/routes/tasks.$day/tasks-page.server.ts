import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/days/day-path";
import { dayByDate } from "~/lib/days/days-queries.server";
import { groundOf } from "~/lib/map/ground";
import { toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";

/** The task in force of each class, or that it was cancelled. Null when there is no such day. */
export async function readTasksPage({ db, edition, language }: Ctx, date: string) {
	const [[day], rows] = await db.batch([dayByDate(db, date), publicTasksOfDate(db, date)]);
	if (!day) return null;
	const ground = groundOf(edition, language);
	return {
		day: { name: day.name, date: day.date, task: day.task, path: dayPath(edition, date) },
		tasks: shownTasks(rows).map((task) => toTaskView(task, ground)),
	};
}
