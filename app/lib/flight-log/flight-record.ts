import { analyseFlight } from "./analyse-flight";
import type { FlightLogWarning } from "./check-flight-log";
import { type Barogram, drawBarogram } from "./draw-barogram";
import { drawTrack, type TrackDrawing } from "./draw-track";
import { type FlightFigures, flightFigures } from "./flight-figures";
import type { FlightLog, FlightLogHeader } from "./flight-log";

/** What is kept of a log beside its bytes, so that receipt and flight page need neither the bucket nor the reader. */
export interface FlightRecord {
	readonly header: FlightLogHeader;
	readonly figures: FlightFigures;
	readonly track: TrackDrawing;
	readonly barogram: Barogram;
}

/** Figures and pictures of a log from a single analysis. */
export function recordFlight(log: FlightLog): FlightRecord {
	const analysis = analyseFlight(log);
	return {
		header: log.header,
		figures: flightFigures(analysis),
		track: drawTrack(analysis),
		barogram: drawBarogram(analysis),
	};
}

/** The record in a version's `receipt` column, which nothing but an upload writes. */
export function readFlightRecord(column: unknown): FlightRecord {
	return column as FlightRecord;
}

/** The warnings in a version's `warnings` column. */
export function readWarnings(column: unknown): FlightLogWarning[] {
	return column as FlightLogWarning[];
}
