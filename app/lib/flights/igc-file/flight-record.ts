import { compassDegrees, radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import type { ClimbFigures, FlightRecord } from "~db/schema";
import { positionsOfSpan } from "./airborne-spans";
import { drawnFlight, type Flight } from "./analyse-flight";
import { flightFigures } from "./flight-figures";
import { type Fixes, gapSeconds } from "./flight-log";
import { longitudeDifference } from "./plausible-fixes";
import { traceOf } from "./trace";

export function recordFlight(flight: Flight): CompleteRecord {
	return {
		header: flight.log.header,
		figures: flightFigures(flight),
		trace: traceOf(drawnFlight(flight)),
		climbs: climbFigures(flight),
	};
}

/** A record of today: older ones may lack parts. */
export type CompleteRecord = Required<FlightRecord>;

/** A time of circling, as indices of fixes. */
interface Circling {
	readonly first: number;
	readonly last: number;
}

/**
 * Limits of circling. A glider circles when it has turned at this rate for so long, and cruises again after some time without
 * turning. The values are those of XCSoar (`src/Computer/CirclingComputer.cpp`).
 */
const degreesPerSecond = 4;
const circlingSeconds = 15;
const cruisingSeconds = 10;
/** Share by which one second changes the smoothed rate; from the same file. */
const smoothing = 0.3;

/** Finds the times of circling while in the air. */
export function findCircling({ fixes, positions, spans }: Flight): Circling[] {
	return spans.flatMap((span) => circlingOf(fixes, positions.subarray(...positionsOfSpan(positions, span))));
}

function circlingOf(fixes: Fixes, indices: Uint32Array): Circling[] {
	const found: Circling[] = [];
	/** Start of the suspected circling, and the last fix that still turned. */
	let since: number | null = null;
	let lastTurning = 0;
	let rate = 0;
	let course = Number.NaN;
	const finish = () => {
		if (since !== null && secondsBetween(fixes, since, lastTurning) >= circlingSeconds)
			found.push({ first: since, last: lastTurning });
		since = null;
	};
	for (let position = 1; position < indices.length; position++) {
		const [from, to] = [at(indices, position - 1), at(indices, position)];
		const seconds = secondsBetween(fixes, from, to);
		if (seconds <= 0) continue;
		if (seconds > gapSeconds) {
			finish();
			[rate, course] = [0, Number.NaN];
			continue;
		}
		const next = courseBetween(fixes, from, to);
		const turned = Number.isNaN(course) ? 0 : shortWayRound(next - course);
		rate += (turned / seconds - rate) * (1 - (1 - smoothing) ** seconds);
		course = next;
		if (Math.abs(rate) >= degreesPerSecond) {
			since ??= from;
			lastTurning = to;
		} else if (since !== null && secondsBetween(fixes, lastTurning, to) > cruisingSeconds) finish();
	}
	finish();
	return found;
}

function secondsBetween({ times }: Fixes, from: number, to: number): number {
	return at(times, to) - at(times, from);
}

function courseBetween({ latitudes, longitudes }: Fixes, from: number, to: number): number {
	const north = at(latitudes, to) - at(latitudes, from);
	const east =
		longitudeDifference(at(longitudes, from), at(longitudes, to)) *
		Math.cos(at(latitudes, from) * radiansPerDegree);
	return compassDegrees(Math.atan2(east, north) / radiansPerDegree);
}

/** Metres. Circling that gains less is an attempt, not a climb. */
const leastGain = 50;

export function climbFigures(flight: Flight): ClimbFigures {
	const { fixes, altitudes } = flight;
	const times = findCircling(flight).map(({ first, last }) => ({
		seconds: secondsBetween(fixes, first, last),
		gain: at(altitudes.metres, last) - at(altitudes.metres, first),
	}));
	const climbs = times.filter(({ gain }) => gain >= leastGain);
	const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
	return {
		climbs: climbs.length,
		gain: sum(climbs.map(({ gain }) => gain)),
		climbSeconds: sum(climbs.map(({ seconds }) => seconds)),
		circlingSeconds: sum(times.map(({ seconds }) => seconds)),
	};
}
