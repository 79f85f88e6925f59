import { drawTracks, type TracksDrawing } from "~/lib/flights/draw-tracks.server";
import { type Barogram, drawBarogram } from "~/lib/flights/igc-file/draw-barogram";
import type { BackgroundMap } from "~/lib/maps/background-map";
import type { TaskPoint, Trace } from "~db/schema";

interface PairDrawing extends Pick<TracksDrawing, "map" | "task"> {
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
	const { map, task, tracks } = drawTracks(traces, points, ground);
	return {
		map,
		task,
		flights: traces.map((trace, index) => {
			const line = tracks[index]?.whole;
			if (!trace || line === undefined) return null;
			const barogram = drawBarogram(trace, ground.terrain, known);
			return { line, barogram, path: barogram.line.whole };
		}),
	};
}
