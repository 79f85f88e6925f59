import { at } from "~/lib/numbers";
import type { FlightFigures, FlightIdentity, LogIdentity } from "~db/schema";
import type { Flight } from "./analyse-flight";
import { hasSerial, isSameRecorder, momentOf } from "./flight-log";
import { metresBetween } from "./plausible-fixes";

export function flightIdentity({ log, fixes, takeOff, landing }: Flight): FlightIdentity {
	return {
		date: log.date,
		flightOfDay: log.flightOfDay,
		recorder: log.recorder,
		firstFix: at(fixes.times, 0),
		lastFix: at(fixes.times, fixes.length - 1),
		takeOff: takeOff === null ? null : at(fixes.times, takeOff),
		landing: landing === null ? null : at(fixes.times, landing),
	};
}

export function logIdentity(flight: Flight): LogIdentity {
	return { ...flightIdentity(flight), header: flight.log.header };
}

export function flightFigures(flight: Flight): FlightFigures {
	const { fixes, altitudes, spans, highest } = flight;
	return {
		...flightIdentity(flight),
		flights: spans.length,
		flightTime: spans.reduce(
			(sum, span) => sum + Math.max(0, at(fixes.times, span.last) - at(fixes.times, span.first)),
			0,
		),
		distance: Math.round(trackLength(flight)),
		highest:
			highest === null
				? null
				: { altitude: at(altitudes.metres, highest), time: at(fixes.times, highest), kind: altitudes.kind },
		fixes: fixes.length,
		positions: fixes.valid.reduce((count, valid) => count + valid, 0),
	};
}

function trackLength({ fixes, positions, spans }: Flight): number {
	let length = 0;
	let current = 0;
	for (let position = 1; position < positions.length; position++) {
		const from = at(positions, position - 1);
		while (current < spans.length && from >= (spans[current]?.last ?? 0)) current++;
		if (from >= (spans[current]?.first ?? Number.POSITIVE_INFINITY))
			length += metresBetween(fixes, from, at(positions, position));
	}
	return length;
}

/** Share of the shorter recording that two logs of the same flight have in common. */
export const sameFlightShare = 0.5;

/**
 * Whether two logs of one pilot show the same flight, whatever recorders wrote them. Flights differ when one
 * recorder numbered them differently, or when they overlap by less than half of the shorter one (take-off to landing,
 * else first to last fix). A failing recorder leaves two parts of a flight: both are stored.
 */
export function sameFlight(a: FlightIdentity, b: FlightIdentity): boolean {
	const isNumbered = a.flightOfDay !== null && b.flightOfDay !== null;
	if (
		isSameRecorder(a.recorder, b.recorder) &&
		isNumbered &&
		a.date === b.date &&
		a.flightOfDay !== b.flightOfDay
	)
		return false;
	const [spanA, spanB] = [spanOf(a), spanOf(b)];
	const shared = Math.min(spanA.to, spanB.to) - Math.max(spanA.from, spanB.from);
	return shared >= sameFlightShare * Math.min(spanA.to - spanA.from, spanB.to - spanB.from);
}

/**
 * Whether one log supersedes the other: both show the same flight, and are of one recorder. One without a serial counts as of the same.
 * A log of another recorder is a backup.
 */
export function supersedes(one: FlightIdentity, other: FlightIdentity): boolean {
	const areApart = hasSerial(one.recorder) && hasSerial(other.recorder);
	return sameFlight(one, other) && !(areApart && !isSameRecorder(one.recorder, other.recorder));
}

/** Whether a log goes on where another one ends in the air. */
export function continues(one: FlightIdentity, other: FlightIdentity): boolean {
	const [first, next] = spanOf(one).from < spanOf(other).from ? [one, other] : [other, one];
	return first.landing === null && next.takeOff === null && !sameFlight(one, other);
}

function spanOf(flight: FlightIdentity): { readonly from: number; readonly to: number } {
	const from = momentOf(flight.date, flight.takeOff ?? flight.firstFix);
	return { from, to: Math.max(from, momentOf(flight.date, flight.landing ?? flight.lastFix)) };
}
