import { largestFile } from "~/lib/forms/limits";
import type { FlightLogRefusal } from "./flight-log";

/** A name must end in `.igc`, in any case. */
export function checkUploadName(name: string): Extract<FlightLogRefusal, "notIgc"> | null {
	return name.trim().toLowerCase().endsWith(".igc") ? null : "notIgc";
}

export function checkUploadSize(size: number): Extract<FlightLogRefusal, "empty" | "tooLarge"> | null {
	if (size === 0) return "empty";
	return size > largestFile ? "tooLarge" : null;
}

/** Most bytes of the files that organisers send with one form. The browser divides larger uploads into several requests. */
export const largestSending = 20_000_000;
/** Most files of one form, and of one ZIP archive. */
export const mostSentFiles = 100;

/** The page where an organiser assigns logs to pilots. */
export const manyLogsPath = "/admin/logs";
