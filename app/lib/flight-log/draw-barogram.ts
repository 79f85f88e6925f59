import { isPlausibleAltitude } from "./altitudes";
import type { FlightAnalysis } from "./analyse-flight";
import { at, DAY_SECONDS } from "./flight-log";
import {
	drawLine,
	markFlight,
	multiplesWithin,
	type PictureLine,
	type PictureMark,
	round,
	roundStep,
} from "./flight-picture";

/** Altitude over time: geometry for an SVG, without any look. Lengths in units of the view box. */
export interface Barogram extends PictureLine {
	viewBox: string;
	width: number;
	height: number;
	/** The rectangle within the axes. */
	plot: { x: number; y: number; width: number; height: number };
	/** Whose altitude is shown. */
	kind: "pressure" | "gnss";
	marks: PictureMark[];
	/** Seconds since the UTC midnight of the log's date, at full multiples of the step. */
	timeTicks: { x: number; time: number }[];
	altitudeTicks: { y: number; metres: number }[];
}

const WIDTH = 1000;
const HEIGHT = 320;
const PLOT = { x: 70, y: 20, width: 910, height: 260 };
const TIME_STEPS = [60, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200];
const TIME_TICKS = 8;
const ALTITUDE_TICKS = 4;

/** Draws all fixes with a plausible altitude, those without a position too: pressure needs no satellites. */
export function drawBarogram(analysis: FlightAnalysis): Barogram {
	const { fixes, altitudes } = analysis;
	const { kind, metres } = altitudes;
	const indices = plausibleAltitudes(metres);
	const times = spanOf(indices, fixes.times, TIME_STEPS[0] ?? 1);
	const range = spanOf(indices, metres, ALTITUDE_TICKS);
	const altitudeStep = roundStep((range.to - range.from) / ALTITUDE_TICKS);
	const bottom = Math.floor(range.from / altitudeStep) * altitudeStep;
	const top = Math.ceil(range.to / altitudeStep) * altitudeStep;
	const x = (time: number) => PLOT.x + ((time - times.from) / (times.to - times.from)) * PLOT.width;
	const y = (altitude: number) => PLOT.y + ((top - altitude) / (top - bottom)) * PLOT.height;

	const xs = new Float64Array(indices.length);
	const ys = new Float64Array(indices.length);
	for (let position = 0; position < indices.length; position++) {
		const index = at(indices, position);
		xs[position] = x(at(fixes.times, index));
		ys[position] = y(at(metres, index));
	}
	return {
		viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
		width: WIDTH,
		height: HEIGHT,
		plot: PLOT,
		kind,
		...drawLine(xs, ys, fixes, indices),
		marks: markFlight(analysis, (index) => ({
			x: x(at(fixes.times, index)),
			y: y(Math.min(top, Math.max(bottom, at(metres, index)))),
		})),
		timeTicks: multiplesWithin(times.from, times.to, timeStep(times.to - times.from)).map((time) => ({
			x: round(x(time)),
			time,
		})),
		altitudeTicks: multiplesWithin(bottom, top, altitudeStep).map((altitude) => ({
			y: round(y(altitude)),
			metres: altitude,
		})),
	};
}

function plausibleAltitudes(metres: Int32Array): Uint32Array {
	const indices = new Uint32Array(metres.length);
	let count = 0;
	for (let index = 0; index < metres.length; index++)
		if (isPlausibleAltitude(at(metres, index))) indices[count++] = index;
	return indices.subarray(0, count);
}

/** The range of some values, at least `least` wide. */
function spanOf(indices: Uint32Array, values: Float64Array | Int32Array, least: number) {
	let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const index of indices) {
		from = Math.min(from, at(values, index));
		to = Math.max(to, at(values, index));
	}
	if (from > to) return { from: 0, to: least };
	return { from, to: Math.max(to, from + least) };
}

function timeStep(seconds: number): number {
	const wanted = seconds / TIME_TICKS;
	return TIME_STEPS.find((step) => step >= wanted) ?? roundStep(wanted / DAY_SECONDS) * DAY_SECONDS;
}
