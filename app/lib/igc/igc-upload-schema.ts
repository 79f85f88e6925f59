import { z } from "zod";
import { complaints, idField } from "../forms/fields";

/** The upload form and the multipart body of the API. Of several files the script sends each by itself. */
export const igcUploadSchema = z.object({
	pilot: idField,
	day: idField,
	igc: z.preprocess(
		(value) => (Array.isArray(value) ? value[0] : value),
		z.instanceof(File, { error: complaints.required }),
	),
});
