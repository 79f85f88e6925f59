import { altitudesOf, isPlausibleAltitude } from "./altitudes";
import { flightLegs } from "./flight-legs";
import { at, DAY_SECONDS, type FlightLog } from "./flight-log";
import {
	drawLine,
	markFlight,
	multiplesWithin,
	type PictureLine,
	type PictureMark,
	round,
	roundStep,
} from "./flight-picture";
import { plausibleFixes } from "./plausible-fixes";

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
export function drawBarogram(log: FlightLog): Barogram {
	const { fixes } = log;
	const { kind, metres } = altitudesOf(log);
	const indices = Uint32Array.from(fixes.times.keys()).filter((index) =>
		isPlausibleAltitude(at(metres, index)),
	);
	const times = spanOf(indices, fixes.times, TIME_STEPS[0] ?? 1);
	const altitudes = spanOf(indices, metres, ALTITUDE_TICKS);
	const altitudeStep = roundStep((altitudes.to - altitudes.from) / ALTITUDE_TICKS);
	const bottom = Math.floor(altitudes.from / altitudeStep) * altitudeStep;
	const top = Math.ceil(altitudes.to / altitudeStep) * altitudeStep;
	const x = (time: number) => PLOT.x + ((time - times.from) / (times.to - times.from)) * PLOT.width;
	const y = (altitude: number) => PLOT.y + ((top - altitude) / (top - bottom)) * PLOT.height;

	const positions = plausibleFixes(fixes);
	const legs = flightLegs(fixes, positions, metres);
	return {
		viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
		width: WIDTH,
		height: HEIGHT,
		plot: PLOT,
		kind,
		...drawLine(
			Float64Array.from(indices, (index) => x(at(fixes.times, index))),
			Float64Array.from(indices, (index) => y(at(metres, index))),
			fixes,
			indices,
		),
		marks: markFlight(fixes, positions, metres, legs, (index) => ({
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
