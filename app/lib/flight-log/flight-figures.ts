import type { FlightAnalysis } from "./analyse-flight";
import { at, momentOf, type Recorder } from "./flight-log";
import { metresBetween } from "./plausible-fixes";

/** When and by which recorder a flight was recorded; times in seconds since the UTC midnight of `date`. */
export interface FlightIdentity {
	date: string;
	flightOfDay: number | null;
	recorder: Recorder;
	firstFix: number;
	lastFix: number;
	/** First take-off and last landing; null when the recording begins or ends in the air, or nothing flew. */
	takeOff: number | null;
	landing: number | null;
}

/** What a receipt says of a flight. Plain data, fit for JSON. */
export interface FlightFigures extends FlightIdentity {
	/** Times in the air that the file holds: 2 after a second launch. */
	flights: number;
	/** Seconds in the air, stops on the ground taken out. */
	flightTime: number;
	/** Metres along the track while in the air. */
	distance: number;
	/** Highest point; `kind` tells whose altitude it is. Null when no altitude is plausible. */
	highest: { altitude: number; time: number; kind: "pressure" | "gnss" } | null;
	/** Readable fixes, and those of them with a position. */
	fixes: number;
	positions: number;
}

/** The figures of a log, from its analysis (`analyseFlight`). */
export function flightFigures(analysis: FlightAnalysis): FlightFigures {
	const { log, fixes, altitudes, legs, highest } = analysis;
	const timeOf = (index: number | null) => (index === null ? null : at(fixes.times, index));
	return {
		date: log.date,
		flightOfDay: log.flightOfDay,
		recorder: log.recorder,
		firstFix: at(fixes.times, 0),
		lastFix: at(fixes.times, fixes.length - 1),
		takeOff: timeOf(analysis.takeOff),
		landing: timeOf(analysis.landing),
		flights: legs.length,
		flightTime: legs.reduce(
			(sum, leg) => sum + Math.max(0, at(fixes.times, leg.last) - at(fixes.times, leg.first)),
			0,
		),
		distance: Math.round(trackLength(analysis)),
		highest:
			highest === null
				? null
				: { altitude: at(altitudes.metres, highest), time: at(fixes.times, highest), kind: altitudes.kind },
		fixes: fixes.length,
		positions: fixes.valid.reduce((count, valid) => count + valid, 0),
	};
}

function trackLength({ fixes, positions, legs }: FlightAnalysis): number {
	let length = 0;
	let current = 0;
	for (let position = 1; position < positions.length; position++) {
		const from = at(positions, position - 1);
		while (current < legs.length && from >= (legs[current]?.last ?? 0)) current++;
		if (from >= (legs[current]?.first ?? Number.POSITIVE_INFINITY))
			length += metresBetween(fixes, from, at(positions, position));
	}
	return length;
}

/** Recordings that share so much of the shorter one show the same flight. */
const SAME_FLIGHT_SHARE = 0.5;

/**
 * Whether two logs of one pilot show the same flight, so that the newer supersedes the older. It is another flight
 * when the same recorder gave it another number, or when the times (take-off to landing, else first to last fix)
 * share less than half of the shorter one: two parts of a flight that a failing recorder left are both kept.
 */
export function sameFlight(a: FlightIdentity, b: FlightIdentity): boolean {
	const isSameRecorder = a.recorder.maker === b.recorder.maker && a.recorder.serial === b.recorder.serial;
	const isNumbered = a.flightOfDay !== null && b.flightOfDay !== null;
	if (isSameRecorder && isNumbered && a.date === b.date && a.flightOfDay !== b.flightOfDay) return false;
	const [spanA, spanB] = [spanOf(a), spanOf(b)];
	const shared = Math.min(spanA.to, spanB.to) - Math.max(spanA.from, spanB.from);
	return shared >= SAME_FLIGHT_SHARE * Math.min(spanA.to - spanA.from, spanB.to - spanB.from);
}

function spanOf(flight: FlightIdentity): { from: number; to: number } {
	const from = momentOf(flight.date, flight.takeOff ?? flight.firstFix);
	return { from, to: Math.max(from, momentOf(flight.date, flight.landing ?? flight.lastFix)) };
}
