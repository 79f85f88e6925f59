import { at } from "~/lib/numbers";
import { type AirborneSpan, airborneSpans } from "./airborne-spans";
import type { Fixes, FlightLog } from "./flight-log";
import { plausibleFixes } from "./plausible-fixes";

/** What was flown, as a log shows it. Figures, warnings and pictures all start from it, so a log is analysed once. */
export interface Flight {
	readonly log: FlightLog;
	readonly fixes: Fixes;
	/** Indices of the fixes with a believable position, at least one. */
	readonly positions: Uint32Array;
	readonly altitudes: Altitudes;
	readonly spans: readonly AirborneSpan[];
	/** First take-off, last landing and highest point, as indices of fixes. */
	readonly takeOff: number | null;
	readonly landing: number | null;
	readonly highest: number | null;
}

export function analyseFlight(log: FlightLog): Flight {
	const positions = plausibleFixes(log.fixes);
	const altitudes = altitudesOf(log);
	const spans = airborneSpans(log.fixes, positions, altitudes.metres);
	return {
		log,
		fixes: log.fixes,
		positions,
		altitudes,
		spans,
		takeOff: spans.at(0)?.takeOff ?? null,
		landing: spans.at(-1)?.landing ?? null,
		highest: highestOf(altitudes.metres, positions),
	};
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
}

/** Altitudes in metres beyond which the recorder must be at fault. */
const lowestPlausible = -1000;
const highestPlausible = 30_000;

/** Chooses the altitudes. Pressure altitude is smoother. A recorder without a pressure sensor writes the same value throughout. */
function altitudesOf(log: FlightLog): Altitudes {
	const { pressureAltitudes, gnssAltitudes } = log.fixes;
	return isConstant(pressureAltitudes) && !isConstant(gnssAltitudes)
		? { kind: "gnss", metres: gnssAltitudes }
		: { kind: "pressure", metres: pressureAltitudes };
}

function isConstant(values: Int32Array): boolean {
	const first = at(values, 0);
	return values.every((value) => value === first);
}

export function isPlausibleAltitude(metres: number): boolean {
	return metres >= lowestPlausible && metres <= highestPlausible;
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
