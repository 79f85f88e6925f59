import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";

/** The first of several files. An empty input sends a file without a name. */
const chosenFile = z.preprocess(
	(value) => {
		const [first]: unknown[] = Array.isArray(value) ? value : [value];
		return first instanceof File && first.name !== "" ? first : undefined;
	},
	z.instanceof(File, { error: complaints.required }),
);

/** The upload form and the multipart body of the API. The script sends several files one by one. */
export const igcUploadSchema = z.object({ pilot: idField, day: idField, igc: chosenFile });
