import { z } from "zod";
import { complaints, idField, optionalLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { resultStatuses } from "~db/enums";

/** Size in bytes. 500 rows are about 50 kB. */
const largestResultsFile = 200_000;

const tooLarge = "results.import.error.tooLarge";

const where = {
	competitionClass: idField,
	day: idField,
	status: z.enum(resultStatuses, { error: complaints.choice }),
};

/** The upload of a file. The use case checks the rows. */
export const checkSchema = z.object({
	...where,
	file: z.preprocess(
		(value) => (value instanceof File && value.name !== "" ? value : undefined),
		z
			.instanceof(File, { error: complaints.required })
			.refine(({ size }) => size <= largestResultsFile, tooLarge),
	),
});

/** The confirmation: the file as text, and the state of the table that the preview showed. */
export const importSchema = z.object({
	...where,
	text: z.string().max(largestResultsFile, tooLarge),
	replaces: z.string().max(20),
	reason: optionalLine(limits.reason),
});

export const tableSchema = z.object({ competitionClass: idField, day: idField });

export type ImportInput = z.infer<typeof importSchema>;
