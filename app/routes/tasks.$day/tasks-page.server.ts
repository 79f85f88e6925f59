import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/days/day-path";
import { dayByDate } from "~/lib/days/days-queries.server";
import { toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";

/** The task in force of each class, or that it was cancelled. Null when there is no such day. */
export async function readTasksPage({ db, edition }: Ctx, date: string) {
	const [[day], rows] = await db.batch([dayByDate(db, date), publicTasksOfDate(db, date)]);
	if (!day) return null;
	return {
		day: { name: day.name, date: day.date, task: day.task, path: dayPath(edition, date) },
		tasks: shownTasks(rows).map(toTaskView),
	};
}
