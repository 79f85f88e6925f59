import { at } from "~/lib/at";
import type { Position } from "~/lib/maps/geodesy/position";
import { boundsOf, Sheet } from "~/lib/maps/sheet";
import { multiplesWithin, round, roundStep } from "~/lib/round-numbers";
import type { TrackDrawing } from "~db/schema";
import type { Flight } from "./analyse-flight";
import type { Fixes } from "./flight-log";
import { drawLine, markFlight } from "./flight-picture";
import { longitudeDifference } from "./plausible-fixes";

const margin = 40;
const format = { width: 1000, leastHeight: 500, mostHeight: 1000, margin, leastExtentM: 1000 };
const gridLines = 5;

/** Draws believable positions. */
export function drawTrack(flight: Flight): TrackDrawing {
	const { fixes, positions } = flight;
	const sheet = new Sheet(boundsOf(positionsOf(fixes, positions)), format);
	const xs = new Float64Array(positions.length);
	const ys = new Float64Array(positions.length);
	for (let position = 0; position < positions.length; position++) {
		const index = at(positions, position);
		xs[position] = sheet.x(at(fixes.longitudes, index));
		ys[position] = sheet.y(at(fixes.latitudes, index));
	}
	return {
		viewBox: `0 0 ${sheet.width} ${sheet.height}`,
		width: sheet.width,
		height: sheet.height,
		...drawLine(xs, ys, fixes, positions),
		marks: markFlight(flight, (index) => ({
			x: sheet.x(at(fixes.longitudes, index)),
			y: sheet.y(at(fixes.latitudes, index)),
		})),
		...gridOf(sheet),
		scaleBar: { x: margin, y: sheet.height - margin / 2, ...sheet.scaleBar },
	};
}

function* positionsOf(fixes: Fixes, indices: Uint32Array): Generator<Position> {
	for (const index of indices)
		yield { latitude: at(fixes.latitudes, index), longitude: at(fixes.longitudes, index) };
}

function gridOf(sheet: Sheet): Pick<TrackDrawing, "meridians" | "parallels"> {
	const { west, east, south, north } = sheet.bounds;
	return {
		meridians: multiplesWithin(west, east, roundStep((east - west) / gridLines)).map((degrees) => ({
			x: round(sheet.x(degrees)),
			degrees: Number(longitudeDifference(0, degrees).toFixed(6)),
		})),
		parallels: multiplesWithin(south, north, roundStep((north - south) / gridLines)).map((degrees) => ({
			y: round(sheet.y(degrees)),
			degrees,
		})),
	};
}
