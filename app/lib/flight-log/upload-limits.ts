import type { FlightLogRefusal } from "./flight-log";

/** Bytes; the log of a long day has up to 4 MB. */
export const largestIgcFile = 10 * 1024 * 1024;

/** A name must end in `.igc`, in any case. */
export function checkUploadName(name: string): Extract<FlightLogRefusal, "notIgc"> | null {
	return name.trim().toLowerCase().endsWith(".igc") ? null : "notIgc";
}

export function checkUploadSize(size: number): Extract<FlightLogRefusal, "empty" | "tooLarge"> | null {
	if (size === 0) return "empty";
	return size > largestIgcFile ? "tooLarge" : null;
}
