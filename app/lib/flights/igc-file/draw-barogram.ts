import type { Terrain } from "~/lib/maps/terrain/terrain";
import { linePath, type ViewportPoint } from "~/lib/maps/viewport";
import { multiplesWithin, round, roundStep } from "~/lib/numbers";
import type { Trace } from "~db/schema";
import { daySeconds, isPlausibleAltitude } from "./flight-log";
import { type FlownLine, flownLine } from "./flown-line";
import { stillStands } from "./track";

/** Altitude over time, as geometry for an SVG; lengths in units of the view box. */
export interface Barogram {
	readonly width: number;
	readonly height: number;
	/** The rectangle within the axes. */
	readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	/** Range of the plot: seconds since the UTC midnight of the log's date, and metres. */
	readonly span: {
		readonly from: number;
		readonly to: number;
		readonly bottom: number;
		readonly top: number;
	};
	readonly line: FlownLine;
	/** Value of a path's `d`: the ground below the flight as an area; empty where no heights are known. */
	readonly ground: string;
	readonly timeTicks: readonly { readonly x: number; readonly time: number }[];
	readonly altitudeTicks: readonly { readonly y: number; readonly metres: number }[];
}

const width = 1000;
const height = 320;
/** The rectangle within the axes. Left of it, an altitude in the large letters of a phone has room: four digits and the separator. */
const plot = { x: 106, y: 20, width: 874, height: 260 };
const timeSteps = [60, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200];
const mostTimeTicks = 8;
const mostAltitudeTicks = 4;

/** @param terrain heights of the ground @param beside flights that share the axes, so that their barograms can be compared */
export function drawBarogram(
	trace: Trace,
	terrain: Terrain | null = null,
	beside: readonly Trace[] = [trace],
): Barogram {
	const times = spanOf(
		beside.flatMap((one) => one.times),
		timeSteps[0] ?? 1,
	);
	const range = spanOf(
		beside.flatMap((one) => [
			...one.altitudes.filter(isPlausibleAltitude),
			...groundBelow(one, terrain).flatMap((height) => height ?? []),
		]),
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
		line: flownLine(trace, (fix) => pointOnBarogram(span, trace.times[fix] ?? 0, trace.altitudes[fix] ?? 0)),
		ground: groundArea(span, trace.times, groundBelow(trace, terrain)),
		timeTicks: multiplesWithin(times.from, times.to, timeStep(times.to - times.from)).map((time) => ({
			x: pointOnBarogram(span, time, bottom)[0],
			time,
		})),
		altitudeTicks: multiplesWithin(bottom, top, altitudeStep).map((altitude) => ({
			y: pointOnBarogram(span, times.from, altitude)[1],
			metres: altitude,
		})),
	};
}

/** Metres between sea level and where a recorder has it, in any weather. More is a mistake. */
const mostOffset = 400;

/** Metres, in the altitudes of the log: before its take-off the glider stands on it. Null for a fix below which nobody knows. */
function groundBelow(trace: Trace, terrain: Terrain | null): (number | null)[] {
	const { times, latitudes, longitudes, altitudes, marks } = trace;
	const below = times.map((_, fix) => terrain?.heightAt(latitudes[fix] ?? 0, longitudes[fix] ?? 0) ?? null);
	const takeOff = times[marks.takeOff ?? -1];
	if (takeOff === undefined) return below;
	const standing = Math.max(
		0,
		times.findLastIndex((time) => time <= takeOff - stillStands),
	);
	const offset = (altitudes[standing] ?? 0) - (below[standing] ?? Number.NaN);
	return Math.abs(offset) <= mostOffset
		? below.map((height) => (height === null ? null : height + offset))
		: below;
}

/** Metres between the fix at a time, or before it, and the ground; null where nobody knows. @param time as in the trace */
export function heightAboveGround(trace: Trace, terrain: Terrain | null, time: number): number | null {
	const fix = trace.times.findLastIndex((one) => one <= time);
	const [altitude, ground] = [trace.altitudes[fix], groundBelow(trace, terrain)[fix] ?? null];
	return altitude === undefined || ground === null ? null : Math.max(0, Math.round(altitude - ground));
}

/** An area for every part of a flight below which the ground is known. */
function groundArea(
	span: Barogram["span"],
	times: readonly number[],
	below: readonly (number | null)[],
): string {
	const stretches: ViewportPoint[][] = [[]];
	for (const [fix, height] of below.entries()) {
		if (height === null) stretches.push([]);
		else stretches.at(-1)?.push(pointOnBarogram(span, times[fix] ?? 0, height));
	}
	const low = plot.y + plot.height;
	return stretches
		.filter((stretch) => stretch.length > 1)
		.map((stretch) => {
			const [from, to] = [stretch[0]?.[0] ?? 0, stretch.at(-1)?.[0] ?? 0];
			return `${linePath([[from, low], ...stretch, [to, low]])}Z`;
		})
		.join("");
}

/** Point in the picture of a time and an altitude. A value beyond the plot lies on its edge. */
export function pointOnBarogram(
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

/** Range from the lowest to the highest value, at least `least` wide. */
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
