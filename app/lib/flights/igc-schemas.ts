import { z } from "zod";
import { complaints, flag, idField, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** A flag that stays when it is absent. */
const optionalFlag = z.preprocess((value) => value ?? undefined, flag.optional()).optional();

/** `seenVersionId` is the version that the organisers worked with. */
export const igcFlagsSchema = z.object({
	downloaded: optionalFlag,
	processed: optionalFlag,
	seenVersionId: idField.optional(),
});

export const reassignSchema = z.object({ pilot: idField, day: idField });

export const restoreSchema = z.object({ versionId: idField, seenVersionId: idField });

export const versionSchema = z.object({ versionId: idField });

/** `seen` is the shift in seconds that is taken back. */
export const clockSchema = versionSchema.extend({ seen: z.coerce.number().int() });

export const discardFlightSchema = z.object({ reason: requiredLine(limits.reason) });

export const discardSchema = discardFlightSchema.extend({ versionId: idField });

/**
 * Scripts let the browser choose several files and send them one by one. The check of the form sees all of them, and the first
 * stands for them. An empty file input sends a file without a name.
 */
const chosenFile = z.preprocess(
	(value) => {
		const [first]: unknown[] = Array.isArray(value) ? value : [value];
		return first instanceof File && first.name !== "" ? first : undefined;
	},
	z.instanceof(File, { error: complaints.required }),
);

/** An id; absent or empty when the log itself says it. */
const optionalId = z
	.preprocess((value) => (value === "" ? undefined : (value ?? undefined)), idField.optional())
	.optional();

/** Fields of the upload form and of the multipart body of the API. */
export const igcUploadSchema = z.object({ pilot: optionalId, day: optionalId, igc: chosenFile });
