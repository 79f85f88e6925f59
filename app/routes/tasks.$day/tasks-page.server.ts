import type { Ctx } from "~/lib/context";
import { dayByDate } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/day-path";
import { chartGround } from "~/lib/tasks/charts/chart-ground";
import { chartsInForce } from "~/lib/tasks/charts/charts-queries.server";
import { toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";

/** The task in force of each class, or that it was cancelled. Null when there is no such day. */
export async function readTasksPage(ctx: Ctx, date: string) {
	const { db, edition } = ctx;
	const { day, rows, ...charts } = await read(db, {
		day: first(dayByDate(db, date)),
		rows: publicTasksOfDate(db, date),
		...chartsInForce(db),
	});
	if (!day) return null;
	const ground = chartGround(ctx, charts);
	return {
		day: { name: day.name, date: day.date, task: day.task, path: dayPath(edition, date) },
		tasks: shownTasks(rows).map((task) => toTaskView(task, ground)),
	};
}
