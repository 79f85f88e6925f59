import { createHash } from "node:crypto";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import type { FlightLogRefusal } from "~/lib/flights/igc-file/flight-log";
import { warningsFor } from "~/lib/flights/igc-file/flight-log-warnings";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import type { FlightIdentity, FlightLogWarning, FlightRecord } from "~db/schema";

interface FlownBy {
	/** Local date of the competition day. */
	readonly date: string;
	readonly entry: {
		readonly startNumber: string;
		readonly registrationNumber: string;
		readonly logger: string;
	};
	/** The pilot's other flights of the day. */
	readonly otherFlights?: readonly FlightIdentity[];
}

interface ReadLog {
	readonly flight: Flight;
	/** What an upload of the bytes would write of them. */
	readonly columns: {
		readonly size: number;
		readonly sha256: string;
		readonly receipt: FlightRecord;
		readonly warnings: readonly FlightLogWarning[];
	};
}

/** Reads the bytes of a flight log, or says why they are none. */
export function readLog(
	bytes: Uint8Array<ArrayBuffer>,
	{ date, entry, otherFlights = [] }: FlownBy,
): ReadLog | { readonly refused: FlightLogRefusal } {
	const reading = readFlightLog(bytes);
	if (!reading.ok) return { refused: reading.reason };
	const flight = analyseFlight(reading.log);
	const { startNumber, registrationNumber, logger: loggers } = entry;
	const columns = {
		size: bytes.byteLength,
		sha256: createHash("sha256").update(bytes).digest("hex"),
		receipt: recordFlight(flight),
		warnings: warningsFor(flight, { day: date, startNumber, registrationNumber, loggers, otherFlights }),
	};
	return { flight, columns };
}
