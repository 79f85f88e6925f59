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
/** Most files of one form. */
export const mostSentFiles = 100;
/** Most files of one ZIP archive. */
export const mostZippedFiles = 60;
/** Most bytes to which the ZIP archives of one form unpack. */
export const mostUnpacked = 100 * 1024 * 1024;

/** Where an organiser sends the logs of several pilots, and says whose they are. */
export const manyLogsPath = "/igc?many";
/** Where the page asks for the next of these files to be read. */
export const readLogsPath = "/igc/read";
