import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";
import { competitorStates } from "~db/enums";

/** What a competitor does; null empties it. */
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

/** A status set by a click on the board. */
export const statusFormSchema = statusSchema.extend({ id: idField });

/** The day whose statuses are to be made. */
export const makeStatusesSchema = z.object({ day: idField });
