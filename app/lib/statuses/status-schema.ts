import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";
import { competitorStates } from "~db/enums";

/** Null clears the status; a form sends an empty text for it. */
export const statusSchema = z.object({
	status: z.preprocess(
		(value) => (value === "" ? null : value),
		z
			.enum(competitorStates, {
				error: ({ input }) => (input === undefined ? complaints.required : complaints.choice),
			})
			.nullable(),
	),
});

export const statusFormSchema = statusSchema.extend({ id: idField });

export const makeStatusesSchema = z.object({ day: idField });
