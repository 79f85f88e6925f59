import { z } from "zod";
import { tidyFileName } from "~/lib/files/file-name";
import { choiceOf, complaints, requiredLine } from "~/lib/forms/fields";
import { largestFile, limits } from "~/lib/forms/limits";
import { documentFolders } from "~db/enums";
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

/** The multipart body of the API. */
export const documentSchema = z.object({ document: chosenFile });

const folder = choiceOf(documentFolders);

/** The form of the page, whose sender may leave the folder to the name. */
export const documentFormSchema = documentSchema.extend({
	folder: z.preprocess((value) => value || null, folder.nullable()),
});

/** Another name, or another folder. */
export const documentPlaceSchema = z.object({ name: requiredLine(limits.fileName), folder });
