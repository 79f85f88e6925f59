import { at } from "~/lib/at";
import type { FlightLog } from "./flight-log";

/** One of the two altitudes of every fix. */
export interface Altitudes {
	readonly kind: "pressure" | "gnss";
	readonly metres: Int32Array;
}

/** A recorder is at fault beyond these, in metres. */
const lowestPlausible = -1000;
const highestPlausible = 30_000;

/** Pressure altitude is smoother. A recorder without its sensor writes the same value throughout. */
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

export function isPlausibleAltitude(metres: number): boolean {
	return metres >= lowestPlausible && metres <= highestPlausible;
}

/** The fix with the highest plausible altitude; null when no altitude is plausible. */
export function highestOf(metres: Int32Array, indices: Uint32Array): number | null {
	let highest: number | null = null;
	for (const index of indices) {
		const altitude = at(metres, index);
		if (isPlausibleAltitude(altitude) && (highest === null || altitude > at(metres, highest)))
			highest = index;
	}
	return highest;
}
