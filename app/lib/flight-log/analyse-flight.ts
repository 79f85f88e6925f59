import { type Altitudes, altitudesOf, highestOf } from "./altitudes";
import { type FlightLeg, flightLegs } from "./flight-legs";
import type { Fixes, FlightLog } from "./flight-log";
import { plausibleFixes } from "./plausible-fixes";

/** What figures and pictures of one log have in common; made once, handed to each of them. */
export interface FlightAnalysis {
	log: FlightLog;
	fixes: Fixes;
	/** Indices of the fixes with a believable position, at least one. */
	positions: Uint32Array;
	altitudes: Altitudes;
	legs: FlightLeg[];
	/** First take-off, last landing and highest point, as indices of fixes. */
	takeOff: number | null;
	landing: number | null;
	highest: number | null;
}

/** Finds out which fixes to believe and when the glider was in the air. */
export function analyseFlight(log: FlightLog): FlightAnalysis {
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
