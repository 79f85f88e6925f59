import { at } from "~/lib/numbers";
import { type AirborneSpan, airborneSpans } from "./airborne-spans";
import { type TimedFixes, withoutContradictions } from "./fix-times";
import { type Fixes, type FlightLog, gapsOf, isPlausibleAltitude } from "./flight-log";
import { plausibleFixes } from "./plausible-fixes";
import { pressureFault } from "./pressure-fault";

/** What was flown, as a log shows it. Figures, warnings and pictures all start from it, so a log is analysed once. */
export interface Flight {
	readonly log: FlightLog;
	/** Those of the log whose times do not contradict each other. */
	readonly fixes: Fixes;
	readonly gaps: FlightLog["gaps"];
	readonly clock: Clock;
	/** Indices of the fixes with a believable position, at least one. */
	readonly positions: Uint32Array;
	readonly altitudes: Altitudes;
	readonly spans: readonly AirborneSpan[];
	/** First take-off, last landing and highest point, as indices of fixes. */
	readonly takeOff: number | null;
	readonly landing: number | null;
	readonly highest: number | null;
}

/** What is wrong with the times of a log. */
interface Clock extends Pick<TimedFixes, "leftOut" | "leftOutForLong"> {
	/** Whether the times never move, so that nothing can be scored. */
	readonly stands: boolean;
}

export function analyseFlight(log: FlightLog): Flight {
	const { fixes, leftOut, leftOutForLong } = withoutContradictions(log.fixes);
	const positions = plausibleFixes(fixes);
	const { altitudes, spans } = flownSpans(log, fixes, positions);
	return {
		log,
		fixes,
		gaps: fixes === log.fixes ? log.gaps : gapsOf(fixes),
		clock: { leftOut, leftOutForLong, stands: standsStill(fixes, positions) },
		positions,
		altitudes,
		spans,
		takeOff: spans.at(0)?.takeOff ?? null,
		landing: spans.at(-1)?.landing ?? null,
		highest: highestOf(altitudes.metres, positions),
	};
}

/** Fewer moments than this show no flight, however many fixes there are. */
const fewestMoments = 10;

function standsStill({ times }: Fixes, positions: Uint32Array): boolean {
	let moments = 1;
	for (let position = 1; position < positions.length && moments < fewestMoments; position++)
		if (at(times, at(positions, position)) > at(times, at(positions, position - 1))) moments++;
	return moments < fewestMoments;
}

/** Most fixes to draw: a fix a second for ten hours. */
const mostDrawn = 36_000;

/** Reduces a flight to as many fixes as a picture can show. From a log that has more, it takes every n-th one. */
export function drawnFlight(flight: Flight): Flight {
	const { positions, takeOff, landing, highest } = flight;
	const step = Math.ceil(positions.length / mostDrawn);
	if (step <= 1) return flight;
	const marked = new Set([takeOff, landing, highest]);
	const drawn = positions.filter((index, place) => place % step === 0 || marked.has(index));
	return { ...flight, positions: drawn };
}

/** One altitude for every fix: pressure or GNSS. */
interface Altitudes {
	readonly kind: "pressure" | "gnss";
	readonly metres: Int32Array;
	/** The first fix whose pressure altitude is not to be believed; null when all are. */
	readonly fault: number | null;
}

/**
 * Chooses the altitudes, and finds the times in the air by them. Pressure altitude is smoother, and rules are about it. Where it
 * cannot be right, GNSS altitude is used throughout.
 */
function flownSpans(log: FlightLog, fixes: Fixes, positions: Uint32Array) {
	const { pressureAltitudes, gnssAltitudes } = fixes;
	const spans = airborneSpans(fixes, positions, pressureAltitudes);
	const fault = log.hasWideAltitudes ? null : pressureFault(fixes, positions, spans.at(0)?.takeOff ?? null);
	const isGnss = fault !== null || (isConstant(pressureAltitudes) && !isConstant(gnssAltitudes));
	const altitudes: Altitudes = isGnss
		? { kind: "gnss", metres: gnssAltitudes, fault }
		: { kind: "pressure", metres: pressureAltitudes, fault };
	return { altitudes, spans: isGnss ? airborneSpans(fixes, positions, gnssAltitudes) : spans };
}

function isConstant(values: Int32Array): boolean {
	const first = at(values, 0);
	return values.every((value) => value === first);
}

/** The fix with the highest plausible altitude; null when no altitude is plausible. */
function highestOf(metres: Int32Array, indices: Uint32Array): number | null {
	let highest: number | null = null;
	for (const index of indices) {
		const altitude = at(metres, index);
		if (isPlausibleAltitude(altitude) && (highest === null || altitude > at(metres, highest)))
			highest = index;
	}
	return highest;
}
