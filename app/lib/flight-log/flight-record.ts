import { drawnFlight, type Flight } from "./analyse-flight";
import { type ClimbFigures, climbFigures } from "./circling";
import { drawTrack, type TrackDrawing } from "./draw-track";
import { type FlightFigures, flightFigures } from "./flight-figures";
import type { FlightLogHeader } from "./flight-log";
import type { FlightLogWarning } from "./flight-log-warnings";
import { type Trace, traceOf } from "./trace";

/** Stored beside the bytes of a log, so that receipt and flight page read neither the bucket nor the log. */
export interface FlightRecord {
	readonly header: FlightLogHeader;
	readonly figures: FlightFigures;
	readonly track: TrackDrawing;
	/** Absent in records of logs that came before these were made. */
	readonly trace?: Trace;
	readonly climbs?: ClimbFigures;
}

export function recordFlight(flight: Flight): FlightRecord {
	const drawn = drawnFlight(flight);
	return {
		header: flight.log.header,
		figures: flightFigures(flight),
		track: drawTrack(drawn),
		trace: traceOf(drawn),
		climbs: climbFigures(flight),
	};
}

/** The `receipt` column of a version. It is trusted: only `recordFlight` writes it. */
export function readFlightRecord(column: unknown): FlightRecord {
	return column as FlightRecord;
}

/** The `warnings` column of a version. It is trusted: only `warningsFor` writes it. */
export function readWarnings(column: unknown): FlightLogWarning[] {
	return column as FlightLogWarning[];
}
