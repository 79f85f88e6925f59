import { multiplesWithin, round, roundStep } from "~/lib/round-numbers";
import { isPlausibleAltitude } from "./altitudes";
import type { Flight } from "./analyse-flight";
import { at, daySeconds } from "./flight-log";
import { drawLine, markFlight, type PictureLine, type PictureMark } from "./flight-picture";

/** Altitude over time, as geometry for an SVG; lengths in units of the view box. */
export interface Barogram extends PictureLine {
	readonly viewBox: string;
	readonly width: number;
	readonly height: number;
	/** The rectangle within the axes. */
	readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	readonly kind: "pressure" | "gnss";
	readonly marks: readonly PictureMark[];
	/** Seconds since the UTC midnight of the log's date, at whole multiples of the step. */
	readonly timeTicks: readonly { readonly x: number; readonly time: number }[];
	readonly altitudeTicks: readonly { readonly y: number; readonly metres: number }[];
}

const width = 1000;
const height = 320;
const plot = { x: 70, y: 20, width: 910, height: 260 };
const timeSteps = [60, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200];
const mostTimeTicks = 8;
const mostAltitudeTicks = 4;

/** Includes fixes without a position: pressure needs no satellites. */
export function drawBarogram(flight: Flight): Barogram {
	const { fixes, altitudes } = flight;
	const { kind, metres } = altitudes;
	const indices = plausibleAltitudes(metres);
	const times = spanOf(indices, fixes.times, timeSteps[0] ?? 1);
	const range = spanOf(indices, metres, mostAltitudeTicks);
	const altitudeStep = roundStep((range.to - range.from) / mostAltitudeTicks);
	const bottom = Math.floor(range.from / altitudeStep) * altitudeStep;
	const top = Math.ceil(range.to / altitudeStep) * altitudeStep;
	const x = (time: number) => plot.x + ((time - times.from) / (times.to - times.from)) * plot.width;
	const y = (altitude: number) => plot.y + ((top - altitude) / (top - bottom)) * plot.height;

	const xs = new Float64Array(indices.length);
	const ys = new Float64Array(indices.length);
	for (let position = 0; position < indices.length; position++) {
		const index = at(indices, position);
		xs[position] = x(at(fixes.times, index));
		ys[position] = y(at(metres, index));
	}
	return {
		viewBox: `0 0 ${width} ${height}`,
		width,
		height,
		plot,
		kind,
		...drawLine(xs, ys, fixes, indices),
		marks: markFlight(flight, (index) => ({
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

/** Lowest to highest value, at least `least` apart. */
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
	const wanted = seconds / mostTimeTicks;
	return timeSteps.find((step) => step >= wanted) ?? roundStep(wanted / daySeconds) * daySeconds;
}
