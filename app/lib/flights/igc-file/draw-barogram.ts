import type { ViewportPoint } from "~/lib/maps/viewport";
import { multiplesWithin, round, roundStep } from "~/lib/numbers";
import type { Trace } from "~db/schema";
import { isPlausibleAltitude } from "./analyse-flight";
import { daySeconds } from "./flight-log";
import { type FlownLine, flownLine } from "./flown-line";

/** Altitude over time, as geometry for an SVG; lengths in units of the view box. */
export interface Barogram {
	readonly width: number;
	readonly height: number;
	/** The rectangle within the axes. */
	readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	/** What the plot spans: seconds since the UTC midnight of the log's date, and metres. */
	readonly span: {
		readonly from: number;
		readonly to: number;
		readonly bottom: number;
		readonly top: number;
	};
	readonly line: FlownLine;
	readonly timeTicks: readonly { readonly x: number; readonly time: number }[];
	readonly altitudeTicks: readonly { readonly y: number; readonly metres: number }[];
}

const width = 1000;
const height = 320;
/** Left of it, an altitude in the large letters of a phone has room: four digits and the separator. */
const plot = { x: 106, y: 20, width: 874, height: 260 };
const timeSteps = [60, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200];
const mostTimeTicks = 8;
const mostAltitudeTicks = 4;

/** @param beside flights that have the same axes, so that one stands below the other */
export function drawBarogram(trace: Trace, beside: readonly Trace[] = [trace]): Barogram {
	const times = spanOf(
		beside.flatMap((one) => one.times),
		timeSteps[0] ?? 1,
	);
	const range = spanOf(
		beside.flatMap(({ altitudes }) => altitudes.filter(isPlausibleAltitude)),
		mostAltitudeTicks,
	);
	const altitudeStep = roundStep((range.to - range.from) / mostAltitudeTicks);
	const bottom = Math.floor(range.from / altitudeStep) * altitudeStep;
	const top = Math.ceil(range.to / altitudeStep) * altitudeStep;
	const span = { ...times, bottom, top };
	return {
		width,
		height,
		plot,
		span,
		line: flownLine(trace, (fix) => placeOnBarogram(span, trace.times[fix] ?? 0, trace.altitudes[fix] ?? 0)),
		timeTicks: multiplesWithin(times.from, times.to, timeStep(times.to - times.from)).map((time) => ({
			x: placeOnBarogram(span, time, bottom)[0],
			time,
		})),
		altitudeTicks: multiplesWithin(bottom, top, altitudeStep).map((altitude) => ({
			y: placeOnBarogram(span, times.from, altitude)[1],
			metres: altitude,
		})),
	};
}

/** Where a time and an altitude lie; one beyond the plot lies on its edge. */
export function placeOnBarogram(
	{ from, to, bottom, top }: Barogram["span"],
	time: number,
	altitude: number,
): ViewportPoint {
	const within = Math.min(top, Math.max(bottom, altitude));
	return [
		round(plot.x + ((time - from) / (to - from)) * plot.width),
		round(plot.y + ((top - within) / (top - bottom)) * plot.height),
	];
}

/** Lowest to highest value, at least `least` apart. */
function spanOf(values: readonly number[], least: number) {
	let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const value of values) {
		from = Math.min(from, value);
		to = Math.max(to, value);
	}
	if (from > to) return { from: 0, to: least };
	return { from, to: Math.max(to, from + least) };
}

function timeStep(seconds: number): number {
	const wanted = seconds / mostTimeTicks;
	return timeSteps.find((step) => step >= wanted) ?? roundStep(wanted / daySeconds) * daySeconds;
}
