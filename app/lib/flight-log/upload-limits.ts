import type { FlightLogRefusal } from "./flight-log";

/** Largest IGC file that is taken, in bytes; a real day file has up to 4 MB. */
export const MAX_IGC_BYTES = 10 * 1024 * 1024;

/** Refuses a file whose name does not end in `.igc` (any case). Nothing else is concluded from a name. */
export function checkUploadName(name: string): Extract<FlightLogRefusal, "notIgc"> | null {
	return name.trim().toLowerCase().endsWith(".igc") ? null : "notIgc";
}

/** Refuses an empty file and one above `MAX_IGC_BYTES`. */
export function checkUploadSize(size: number): Extract<FlightLogRefusal, "empty" | "tooLarge"> | null {
	if (size === 0) return "empty";
	return size > MAX_IGC_BYTES ? "tooLarge" : null;
}
