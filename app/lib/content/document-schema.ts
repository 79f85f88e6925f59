import { z } from "zod";
import { tidyFileName } from "~/lib/files/file-name";
import { complaints } from "~/lib/forms/fields";
import { largestFile, limits } from "~/lib/forms/limits";
import { mimetypeOf } from "./document-types";

/** An empty file input sends a file without a name. The use case checks the bytes. */
const chosenFile = z.preprocess(
	(value) => (value instanceof File && value.name !== "" ? value : undefined),
	z
		.instanceof(File, { error: complaints.required })
		.refine((file) => mimetypeOf(tidyFileName(file.name)) !== null, "document.error.type")
		.refine((file) => tidyFileName(file.name).length <= limits.fileName, "document.error.name")
		.refine((file) => file.size > 0, "document.error.empty")
		.refine((file) => file.size <= largestFile, "document.error.tooLarge"),
);

/** The form of the page and the multipart body of the API. */
export const documentSchema = z.object({ document: chosenFile });
