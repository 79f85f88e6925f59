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

/** Bytes of the files that organisers send with one form. The browser divides more among several requests. */
export const largestSending = 20_000_000;
/** Files of one form, and of one ZIP archive. */
export const mostSentFiles = 100;

/** The page where an organiser says whose they are. */
export const manyLogsPath = "/admin/logs";
