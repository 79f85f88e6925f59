import type { FlightLogRefusal } from "~/lib/flight-log/flight-log";
import { checkUploadName, checkUploadSize } from "~/lib/flight-log/upload-limits";

/** The complaint about a file that is no flight log. @param line the line at fault */
export function logComplaint(reason: FlightLogRefusal, line?: number): string {
	return line === undefined ? `igc.refused.${reason}` : `igc.refused.${reason}?line=${line}`;
}

/** Checks name and size, before the file is sent. */
export function fileComplaint(file: File): string | null {
	const reason = checkUploadName(file.name) ?? checkUploadSize(file.size);
	return reason && logComplaint(reason);
}
