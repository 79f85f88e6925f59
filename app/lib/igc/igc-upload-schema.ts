import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";

/** A file that was chosen, the first of several. An input left empty sends a file without a name. */
const chosenFile = z.preprocess(
	(value) => {
		const [first]: unknown[] = Array.isArray(value) ? value : [value];
		return first instanceof File && first.name !== "" ? first : undefined;
	},
	z.instanceof(File, { error: complaints.required }),
);

/** The upload form and the multipart body of the API. Of several files the script sends each by itself. */
export const igcUploadSchema = z.object({ pilot: idField, day: idField, igc: chosenFile });
