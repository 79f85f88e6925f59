import type { FlightLog } from "~/lib/flights/igc-file/flight-log";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { type IgcFileOptions, igcFile } from "../../scripts/demo/igc-generator";

/** @throws Error when the file is refused */
export function read(bytes: Uint8Array): FlightLog {
	const reading = readFlightLog(bytes);
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return reading.log;
}

/** A log of 40 fixes unless the options say otherwise. */
export const readFile = (options: IgcFileOptions) => read(igcFile({ fixes: 40, ...options }));

/** A fix without its time. */
export const spot = {
	latitude: 50.12,
	longitude: 15.34,
	pressureAltitude: 240,
	gnssAltitude: 285,
	valid: true,
};
