import type { FlightLogRefusal } from "~/lib/flight-log/flight-log";
import { checkUploadName, checkUploadSize } from "~/lib/flight-log/upload-limits";

/** The complaint about a file that is no flight log, with the line to blame where there is one. */
export function refusedLog(reason: FlightLogRefusal, line?: number): string {
	return line === undefined ? `igc.refused.${reason}` : `igc.refused.${reason}?line=${line}`;
}

/** What a name and a size alone tell against a file; null when they tell nothing. */
export function refusedFile(file: File): string | null {
	const reason = checkUploadName(file.name) ?? checkUploadSize(file.size);
	return reason && refusedLog(reason);
}
