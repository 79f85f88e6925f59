import { type Barogram, drawBarogram } from "~/lib/flights/igc-file/draw-barogram";
import { flownLine } from "~/lib/flights/igc-file/flown-line";
import { placesOfTrace } from "~/lib/flights/igc-file/trace";
import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap, type MapDrawing } from "~/lib/maps/draw-map.server";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import {
	drawTask,
	foregroundOfTask,
	mapFormat,
	placesOfTask,
	type TaskDrawing,
} from "~/lib/tasks/draw-task.server";
import type { TaskPoint, Trace } from "~db/schema";

interface PairDrawing {
	readonly map: MapDrawing;
	readonly task: TaskDrawing | null;
	/** Track of each flight; null when it is not known. */
	readonly flights: readonly (DrawnTrack | null)[];
}

interface DrawnTrack {
	/** Value of a path's `d`. */
	readonly line: string;
	readonly barogram: Barogram;
	/** Value of a path's `d`: the flight on the barogram. */
	readonly path: string;
}

const format = { ...mapFormat, mostHeight: 700 };
/** Every so many fixes of a track say where names would lie on it. */
const fixesBetween = 12;

/** Two tracks on one map, and a barogram of each. */
export function drawPair({
	traces,
	points,
	ground,
}: {
	readonly traces: readonly (Trace | null)[];
	readonly points: readonly TaskPoint[];
	readonly ground: BackgroundMap;
}): PairDrawing {
	const known = traces.filter((trace) => trace !== null);
	const positions = known.flatMap(placesOfTrace);
	const viewport = new Viewport(boundsOf([...positions, ...placesOfTask(points)]), format);
	const foreground = foregroundOfTask(viewport, points);
	const sparse = positions
		.filter((_, fix) => fix % fixesBetween === 0)
		.map((position) => viewport.place(position));
	return {
		map: drawMap(viewport, ground, { ...foreground, lines: [...foreground.lines, sparse] }),
		task: points.length > 0 ? drawTask(viewport, points) : null,
		flights: traces.map((trace) => {
			if (!trace) return null;
			const places = placesOfTrace(trace).map((position) => viewport.place(position));
			const barogram = drawBarogram(trace, ground.terrain, known);
			const { whole } = flownLine(trace, (fix) => places[fix] ?? [0, 0]);
			return { line: whole, barogram, path: barogram.line.whole };
		}),
	};
}
