import { z } from "zod";
import { flag, idField, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** Absent: the flag stays. */
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

export const discardFlightSchema = z.object({ reason: requiredLine(limits.reason) });

export const discardSchema = discardFlightSchema.extend({ versionId: idField });
