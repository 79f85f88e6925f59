import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap, type MapDrawing } from "~/lib/maps/draw-map.server";
import { boundsOf, Viewport, type ViewportFormat } from "~/lib/maps/viewport";
import {
	drawTask,
	foregroundOfTask,
	mapFormat,
	positionsOfTask,
	type TaskDrawing,
} from "~/lib/tasks/draw-task.server";
import type { TaskPoint, Trace } from "~db/schema";
import { type FlownLine, flownLine } from "./igc-file/flown-line";
import { positionsOfTrace } from "./igc-file/trace";

export interface TracksDrawing {
	readonly map: MapDrawing;
	readonly task: TaskDrawing | null;
	/** In the order of the traces; null where a track is not known. */
	readonly tracks: readonly (Pick<FlownLine, "whole" | "gaps"> | null)[];
}

const formatOfPages = { ...mapFormat, mostHeight: 700 };
/** Draws tracks on the map of their task. @param points of the task; empty without one */
export function drawTracks(
	traces: readonly (Trace | null)[],
	points: readonly TaskPoint[],
	ground: BackgroundMap,
	format: ViewportFormat = formatOfPages,
): TracksDrawing {
	const positions = traces.map((trace) => (trace ? positionsOfTrace(trace) : []));
	const viewport = new Viewport(boundsOf([...positions.flat(), ...positionsOfTask(points)]), format);
	const places = positions.map((track) => track.map((position) => viewport.project(position)));
	const foreground = foregroundOfTask(viewport, points);
	return {
		map: drawMap(viewport, ground, { ...foreground, lines: [...foreground.lines, ...places] }),
		task: points.length > 0 ? drawTask(viewport, points) : null,
		tracks: traces.map((trace, track) => {
			if (!trace) return null;
			const { whole, gaps } = flownLine(trace, (fix) => places[track]?.[fix] ?? [0, 0]);
			return { whole, gaps };
		}),
	};
}
