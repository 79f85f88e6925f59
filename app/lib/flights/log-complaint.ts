import type { FlightLogRefusal } from "~/lib/flights/igc-file/flight-log";

/** The complaint about a file that is no flight log. @param line the line at fault */
export function logComplaint(reason: FlightLogRefusal, line?: number): string {
	return line === undefined ? `igc.refused.${reason}` : `igc.refused.${reason}?line=${line}`;
}
