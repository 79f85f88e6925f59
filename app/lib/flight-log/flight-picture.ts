import type { FlightAnalysis } from "./analyse-flight";
import { at, type Fixes, GAP_SECONDS } from "./flight-log";
import { simplifyLine } from "./simplify-line";

/** A point worth a sign in a picture: where it stands, and what to write beside it. */
export interface PictureMark {
	kind: "takeOff" | "landing" | "highest";
	x: number;
	y: number;
	/** Seconds since the UTC midnight of the log's date. */
	time: number;
	/** Metres. */
	altitude: number;
}

/** A line of a picture as two values of a path's `d`: where there are fixes, and straight across the gaps. */
export interface PictureLine {
	path: string;
	gaps: string;
	/** Points of both together. */
	points: number;
}

const MAX_POINTS = 600;
/** Half a unit of the view box is less than a pixel where the picture is shown. */
const TOLERANCE = 0.5;
/** So many of the longest gaps are shown as gaps. */
const MAX_GAPS = 40;

export const round = (value: number): number => Math.round(value * 10) / 10 || 0;

/** The marks of a flight: its first take-off, last landing and highest point. `place` gives the point of a fix. */
export function markFlight(
	{ fixes, altitudes, takeOff, landing, highest }: FlightAnalysis,
	place: (index: number) => { x: number; y: number },
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

/** The line through `xs` and `ys`, the places of the fixes `indices`, with no more points than a picture needs. */
export function drawLine(
	xs: Float64Array,
	ys: Float64Array,
	fixes: Fixes,
	indices: Uint32Array,
): PictureLine {
	const gapEnds = longestGaps(fixes, indices);
	const keep = [...gapEnds].flatMap((end) => [end - 1, end]);
	const points = simplifyLine(xs, ys, { maxPoints: MAX_POINTS, tolerance: TOLERANCE, keep });
	const pen = { path: "", gaps: "", x: Number.NaN, y: Number.NaN };
	let isAfterGap = true;
	for (const point of points) {
		const [x, y] = [round(at(xs, point)), round(at(ys, point))];
		if (gapEnds.has(point)) {
			pen.gaps += `M${pen.x} ${pen.y}L${x} ${y}`;
			isAfterGap = true;
		}
		pen.path += isAfterGap ? `M${x} ${y}` : step(x - pen.x, y - pen.y);
		isAfterGap = false;
		[pen.x, pen.y] = [x, y];
	}
	return { path: pen.path, gaps: pen.gaps, points: points.length };
}

const step = (dx: number, dy: number) => `l${round(dx)} ${round(dy)}`;

/** Positions in `indices` of the fixes behind the longest gaps. */
function longestGaps(fixes: Fixes, indices: Uint32Array): Set<number> {
	const gaps: { end: number; seconds: number }[] = [];
	for (let position = 1; position < indices.length; position++) {
		const seconds = at(fixes.times, at(indices, position)) - at(fixes.times, at(indices, position - 1));
		if (seconds > GAP_SECONDS) gaps.push({ end: position, seconds });
	}
	gaps.sort((a, b) => b.seconds - a.seconds);
	return new Set(gaps.slice(0, MAX_GAPS).map((gap) => gap.end));
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below `value`. */
export function roundStep(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10) * power;
}

/** Multiples of `interval` from `from` to `to`, both included. */
export function multiplesWithin(from: number, to: number, interval: number): number[] {
	const first = Math.ceil(from / interval - 1e-9);
	const count = Math.max(0, Math.floor(to / interval + 1e-9) - first + 1);
	return Array.from({ length: count }, (_, index) => Number(((first + index) * interval).toFixed(6)) || 0);
}
