import { z } from "zod";
import { complaints, idField } from "../forms/fields";
import type { FlightLogRefusal } from "./flight-log";
import { checkUploadName, checkUploadSize } from "./upload-limits";

/** The complaint about a file that is no flight log, with the line to blame where there is one. */
export function refusedLog(reason: FlightLogRefusal, line?: number): string {
	return line === undefined ? `igc.refused.${reason}` : `igc.refused.${reason}?line=${line}`;
}

/** What a name and a size alone tell against a file; null when they tell nothing. */
export function refusedFile(file: File): string | null {
	const reason = checkUploadName(file.name) ?? checkUploadSize(file.size);
	return reason && refusedLog(reason);
}

/** The upload form and the multipart body of the API. Of several files the script sends each by itself. */
export const igcUploadSchema = z.object({
	pilot: idField,
	day: idField,
	igc: z.preprocess(
		(value) => (Array.isArray(value) ? value[0] : value),
		z.instanceof(File, { error: complaints.required }),
	),
});

export type IgcUploadForm = z.infer<typeof igcUploadSchema>;
