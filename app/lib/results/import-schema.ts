import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";
import { resultStatuses } from "./standings";

/** Bytes of a results file; 500 rows are about 50 kB. */
export const largestResultsFile = 200_000;

const tooLarge = "results.import.error.tooLarge";

const where = {
	competitionClass: idField,
	day: idField,
	status: z.enum(resultStatuses, { error: complaints.choice }),
};

/** The file and what it is about; its rows are judged by the use case. */
export const checkSchema = z.object({
	...where,
	file: z.preprocess(
		(value) => (value instanceof File && value.name !== "" ? value : undefined),
		z
			.instanceof(File, { error: complaints.required })
			.refine(({ size }) => size <= largestResultsFile, tooLarge),
	),
});

/** The file once more, as text, with what the reader agreed to replace. */
export const importSchema = z.object({
	...where,
	text: z.string().max(largestResultsFile, tooLarge),
	replaces: z.string().max(20),
});

/** Which imported table the sync may replace again. */
export const followSchema = z.object({ competitionClass: idField, day: idField });

export type ImportInput = z.infer<typeof importSchema>;
