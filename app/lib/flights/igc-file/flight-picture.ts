import type { Position } from "~/lib/maps/geodesy";
import { simplifyLine } from "~/lib/maps/simplify-line";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
import { at, multiplesWithin, round, roundStep } from "~/lib/numbers";
import type { PictureLine, PictureMark, TrackDrawing } from "~db/schema";
import type { Flight } from "./analyse-flight";
import { type Fixes, gapSeconds, longestBridge } from "./flight-log";
import { longitudeDifference } from "./plausible-fixes";

const maxPoints = 600;
/** Tolerance in units of the view box. Half a unit is less than a pixel on the page. */
const tolerance = 0.5;
/** Only the longest gaps are drawn as gaps. */
const mostGaps = 40;

function markFlight(
	{ fixes, altitudes, takeOff, landing, highest }: Flight,
	place: (index: number) => { readonly x: number; readonly y: number },
): PictureMark[] {
	const points = [
		["takeOff", takeOff],
		["landing", landing],
		["highest", highest],
	] as const;
	return points.flatMap(([kind, index]) => {
		if (index === null) return [];
		const { x, y } = place(index);
		return [
			{ kind, x: round(x), y: round(y), time: at(fixes.times, index), altitude: at(altitudes.metres, index) },
		];
	});
}

/** The line through `xs` and `ys`, the points of the fixes `indices`, with as few points as the picture allows. */
function drawLine(xs: Float64Array, ys: Float64Array, fixes: Fixes, indices: Uint32Array): PictureLine {
	const gapEnds = longestGaps(fixes, indices);
	const fixed = [...gapEnds].flatMap((end) => [end - 1, end]);
	const points = simplifyLine(xs, ys, { maxPoints, tolerance, fixed });
	const timeOf = (point: number) => at(fixes.times, at(indices, point));
	const pen = { path: "", gaps: "", x: Number.NaN, y: Number.NaN };
	let isAfterGap = true;
	for (const point of points) {
		const [x, y] = [round(at(xs, point)), round(at(ys, point))];
		if (gapEnds.has(point)) {
			if (timeOf(point) - timeOf(point - 1) <= longestBridge) pen.gaps += `M${pen.x} ${pen.y}L${x} ${y}`;
			isAfterGap = true;
		}
		pen.path += isAfterGap ? `M${x} ${y}` : `l${round(x - pen.x)} ${round(y - pen.y)}`;
		isAfterGap = false;
		[pen.x, pen.y] = [x, y];
	}
	return { path: pen.path, gaps: pen.gaps, points: points.length };
}

/** Positions in `indices` of the fixes after the longest gaps. */
export function longestGaps(fixes: Fixes, indices: Uint32Array): Set<number> {
	const gaps: { end: number; seconds: number }[] = [];
	for (let position = 1; position < indices.length; position++) {
		const seconds = at(fixes.times, at(indices, position)) - at(fixes.times, at(indices, position - 1));
		if (seconds > gapSeconds) gaps.push({ end: position, seconds });
	}
	gaps.sort((a, b) => b.seconds - a.seconds);
	return new Set(gaps.slice(0, mostGaps).map((gap) => gap.end));
}

const margin = 40;
const format = { width: 1000, leastHeight: 500, mostHeight: 1000, margin, leastExtentM: 1000 };
const gridLines = 5;

/** Draws the positions that are believable. */
export function drawTrack(flight: Flight): TrackDrawing {
	const { fixes, positions } = flight;
	const viewport = new Viewport(boundsOf(positionsOf(fixes, positions)), format);
	const xs = new Float64Array(positions.length);
	const ys = new Float64Array(positions.length);
	for (let position = 0; position < positions.length; position++) {
		const index = at(positions, position);
		xs[position] = viewport.x(at(fixes.longitudes, index));
		ys[position] = viewport.y(at(fixes.latitudes, index));
	}
	return {
		viewBox: `0 0 ${viewport.width} ${viewport.height}`,
		width: viewport.width,
		height: viewport.height,
		...drawLine(xs, ys, fixes, positions),
		marks: markFlight(flight, (index) => ({
			x: viewport.x(at(fixes.longitudes, index)),
			y: viewport.y(at(fixes.latitudes, index)),
		})),
		...gridOf(viewport),
		scaleBar: { x: margin, y: viewport.height - margin / 2, ...viewport.scaleBar },
	};
}

function* positionsOf(fixes: Fixes, indices: Uint32Array): Generator<Position> {
	for (const index of indices)
		yield { latitude: at(fixes.latitudes, index), longitude: at(fixes.longitudes, index) };
}

function gridOf(viewport: Viewport): Pick<TrackDrawing, "meridians" | "parallels"> {
	const { west, east, south, north } = viewport.bounds;
	return {
		meridians: multiplesWithin(west, east, roundStep((east - west) / gridLines)).map((degrees) => ({
			x: round(viewport.x(degrees)),
			degrees: Number(longitudeDifference(0, degrees).toFixed(6)),
		})),
		parallels: multiplesWithin(south, north, roundStep((north - south) / gridLines)).map((degrees) => ({
			y: round(viewport.y(degrees)),
			degrees,
		})),
	};
}
