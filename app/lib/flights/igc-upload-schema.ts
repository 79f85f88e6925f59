import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";

/**
 * Where scripts let the browser choose several files, its check of the form sees all of them, and the first stands for them: they are sent
 * one by one. An empty input sends a file without a name.
 */
const chosenFile = z.preprocess(
	(value) => {
		const [first]: unknown[] = Array.isArray(value) ? value : [value];
		return first instanceof File && first.name !== "" ? first : undefined;
	},
	z.instanceof(File, { error: complaints.required }),
);

/** The upload form and the multipart body of the API. */
export const igcUploadSchema = z.object({ pilot: idField, day: idField, igc: chosenFile });
