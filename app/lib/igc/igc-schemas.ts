import { z } from "zod";
import { flag, idField } from "~/lib/forms/fields";

/** A flag that stays as it is when nothing is sent for it. */
const optionalFlag = z.preprocess((value) => value ?? undefined, flag.optional()).optional();

/** What organisers have done with a flight; `seenVersionId` is the log they did it with. */
export const igcFlagsSchema = z.object({
	downloaded: optionalFlag,
	processed: optionalFlag,
	seenVersionId: idField.optional(),
});

/** Another pilot or day for a flight that was uploaded for the wrong one. */
export const reassignSchema = z.object({ pilot: idField, day: idField });

/** An earlier log that shall count again, instead of the one that counts. */
export const restoreSchema = z.object({ versionId: idField, seenVersionId: idField });
