import { chartGround } from "~/lib/charts/chart-ground";
import { airspacesInForce, waypointsInForce } from "~/lib/charts/charts-queries.server";
import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/days/day-path";
import { dayByDate } from "~/lib/days/days-queries.server";
import { toTaskView } from "~/lib/tasks/task-view";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";

/** The task in force of each class, or that it was cancelled. Null when there is no such day. */
export async function readTasksPage(ctx: Ctx, date: string) {
	const { db, edition } = ctx;
	const [[day], rows, waypoints, airspaces] = await db.batch([
		dayByDate(db, date),
		publicTasksOfDate(db, date),
		waypointsInForce(db),
		airspacesInForce(db),
	]);
	if (!day) return null;
	const ground = chartGround(ctx, waypoints, airspaces);
	return {
		day: { name: day.name, date: day.date, task: day.task, path: dayPath(edition, date) },
		tasks: shownTasks(rows).map((task) => toTaskView(task, ground)),
	};
}
