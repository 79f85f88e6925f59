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
