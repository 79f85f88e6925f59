import type { Ctx } from "~/lib/context";
import { liveMapOf, placesOf, readPublicPositions } from "~/lib/live/live-map.server";
import { backgroundMapOf } from "~/lib/maps/background-map";
import { drawMap } from "~/lib/maps/draw-map.server";
import { terrainAround } from "~/lib/maps/terrain/load-terrain.server";
import { drawTask, viewportsOfTask } from "~/lib/tasks/draw-task.server";
import { publicTasksOfDate, shownTasks } from "~/lib/tasks/tasks-queries.server";

/** The tasks of all classes on one map, with the gliders; null where no gliders are shown, as the board is complete without it. */
export async function readBoardMap(ctx: Ctx, date: string) {
	if (!ctx.live) return null;
	const tasks = shownTasks(await publicTasksOfDate(ctx.db, date)).filter(
		({ state }) => state !== "cancelled",
	);
	const points = tasks.flatMap((task) => task.points);
	if (points.length === 0) return null;
	const [positions, terrain] = await Promise.all([readPublicPositions(ctx), terrainAround(ctx, points)]);
	const viewport = viewportsOfTask.page(points);
	const ground = { ...backgroundMapOf(ctx.edition, ctx.language), terrain };
	const lines = tasks.map((task) => task.points.map((point) => viewport.project(point)));
	return {
		map: drawMap(viewport, ground, { names: [], lines }),
		tasks: tasks.map((task) => ({ id: task.id, drawing: drawTask(viewport, task.points) })),
		live: liveMapOf(ctx, positions, { kind: "board", classType: null, ...placesOf(points) }),
	};
}

export type BoardMap = NonNullable<Awaited<ReturnType<typeof readBoardMap>>>;
