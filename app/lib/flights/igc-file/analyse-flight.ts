import { type Altitudes, altitudesOf, highestOf } from "./altitudes";
import { type FlightLeg, flightLegs } from "./flight-legs";
import type { Fixes, FlightLog } from "./flight-log";
import { plausibleFixes } from "./plausible-fixes";

/** What was flown, as a log shows it. Figures, warnings and pictures all start from here, so a log is analysed once. */
export interface Flight {
	readonly log: FlightLog;
	readonly fixes: Fixes;
	/** Indices of the fixes with a believable position, at least one. */
	readonly positions: Uint32Array;
	readonly altitudes: Altitudes;
	readonly legs: readonly FlightLeg[];
	/** First take-off, last landing and highest point, as indices of fixes. */
	readonly takeOff: number | null;
	readonly landing: number | null;
	readonly highest: number | null;
}

export function analyseFlight(log: FlightLog): Flight {
	const positions = plausibleFixes(log.fixes);
	const altitudes = altitudesOf(log);
	const legs = flightLegs(log.fixes, positions, altitudes.metres);
	return {
		log,
		fixes: log.fixes,
		positions,
		altitudes,
		legs,
		takeOff: legs.at(0)?.takeOff ?? null,
		landing: legs.at(-1)?.landing ?? null,
		highest: highestOf(altitudes.metres, positions),
	};
}

/** A fix a second for ten hours. */
const mostDrawn = 36_000;

/** A flight with as many fixes as a picture of it can show: of a log that has more, every n-th one. */
export function drawnFlight(flight: Flight): Flight {
	const { positions, takeOff, landing, highest } = flight;
	const step = Math.ceil(positions.length / mostDrawn);
	if (step <= 1) return flight;
	const marked = new Set([takeOff, landing, highest]);
	const drawn = positions.filter((index, place) => place % step === 0 || marked.has(index));
	return { ...flight, positions: drawn };
}
