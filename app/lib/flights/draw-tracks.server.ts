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
import { type FlownLine, flownLine } from "./igc-file/flown-line";
import { placesOfTrace } from "./igc-file/trace";

export interface TracksDrawing {
	readonly map: MapDrawing;
	readonly task: TaskDrawing | null;
	/** In the order of the traces; null where a track is not known. */
	readonly tracks: readonly (Pick<FlownLine, "whole" | "gaps"> | null)[];
}

const format = { ...mapFormat, mostHeight: 700 };
/** Every so many fixes of a track say where names would lie on it. */
const fixesBetween = 12;

/** Draws tracks on the map of their task. @param points of the task; empty without one */
export function drawTracks(
	traces: readonly (Trace | null)[],
	points: readonly TaskPoint[],
	ground: BackgroundMap,
): TracksDrawing {
	const positions = traces.flatMap((trace) => (trace ? placesOfTrace(trace) : []));
	const viewport = new Viewport(boundsOf([...positions, ...placesOfTask(points)]), format);
	const foreground = foregroundOfTask(viewport, points);
	const sparse = positions
		.filter((_, fix) => fix % fixesBetween === 0)
		.map((position) => viewport.place(position));
	return {
		map: drawMap(viewport, ground, { ...foreground, lines: [...foreground.lines, sparse] }),
		task: points.length > 0 ? drawTask(viewport, points) : null,
		tracks: traces.map((trace) => {
			if (!trace) return null;
			const places = placesOfTrace(trace).map((position) => viewport.place(position));
			const { whole, gaps } = flownLine(trace, (fix) => places[fix] ?? [0, 0]);
			return { whole, gaps };
		}),
	};
}
