import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap, type MapDrawing } from "~/lib/maps/draw-map.server";
import type { Position } from "~/lib/maps/geodesy";
import { boundsOf, Viewport, type ViewportPoint } from "~/lib/maps/viewport";
import {
	drawTask,
	foregroundOfTask,
	mapFormat,
	positionsOfTask,
	type TaskDrawing,
} from "~/lib/tasks/draw-task.server";
import type { TaskPoint } from "~db/schema";

interface NamedPosition extends Position {
	readonly text: string;
}

interface SearchDrawing {
	readonly map: MapDrawing;
	/** Null without a task. */
	readonly task: TaskDrawing | null;
	/** Where somebody has seen the missing pilot; the latest position first. */
	readonly positions: readonly ViewportPoint[];
	/** Fields of the day. */
	readonly fields: readonly ViewportPoint[];
}

interface Search {
	readonly points: readonly TaskPoint[];
	readonly airfield: Position;
	readonly positions: readonly NamedPosition[];
	readonly fields: readonly NamedPosition[];
	readonly ground: BackgroundMap;
}

const format = { ...mapFormat, mostHeight: 800 };

/** Draws where to look: the task, the last positions, and the fields that lie around them. */
export function drawSearch({ points, airfield, positions, fields, ground }: Search): SearchDrawing {
	const viewport = new Viewport(boundsOf([airfield, ...positions, ...positionsOfTask(points)]), format);
	const project = (one: NamedPosition) => {
		const [x, y] = viewport.project(one);
		return { x, y, text: one.text, short: null, kind: "point" as const };
	};
	const isSeen = ({ x, y }: ReturnType<typeof project>) =>
		x > 0 && y > 0 && x < viewport.width && y < viewport.height;
	const [seen, around] = [positions.map(project), fields.map(project).filter(isSeen)];
	const task = foregroundOfTask(viewport, points);
	const pointOf = ({ x, y }: ReturnType<typeof project>) => [x, y] as const;
	return {
		// Airspace is of no use to a search.
		map: drawMap(viewport, { ...ground, areas: [] }, { ...task, names: [...seen, ...around, ...task.names] }),
		task: points.length > 0 ? drawTask(viewport, points) : null,
		positions: seen.map(pointOf),
		fields: around.map(pointOf),
	};
}
