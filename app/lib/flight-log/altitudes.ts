import { at, type FlightLog } from "./flight-log";

/** Which of the two altitudes of a fix is used, and its values. */
export interface Altitudes {
	kind: "pressure" | "gnss";
	metres: Int32Array;
}

/** Beyond these an altitude is a fault of the recorder, in metres. */
const LOWEST = -1000;
const HIGHEST = 30_000;

/** The pressure altitude, which is the smoother one, unless the recorder has none and writes the same throughout. */
export function altitudesOf(log: FlightLog): Altitudes {
	const { pressureAltitudes, gnssAltitudes } = log.fixes;
	return isConstant(pressureAltitudes) && !isConstant(gnssAltitudes)
		? { kind: "gnss", metres: gnssAltitudes }
		: { kind: "pressure", metres: pressureAltitudes };
}

function isConstant(values: Int32Array): boolean {
	const first = at(values, 0);
	return values.every((value) => value === first);
}

export const isPlausibleAltitude = (metres: number): boolean => metres >= LOWEST && metres <= HIGHEST;

/** The fix with the highest plausible altitude among `indices`; null when there is none. */
export function highestOf(metres: Int32Array, indices: Uint32Array): number | null {
	let highest: number | null = null;
	for (const index of indices) {
		const altitude = at(metres, index);
		if (isPlausibleAltitude(altitude) && (highest === null || altitude > at(metres, highest)))
			highest = index;
	}
	return highest;
}
