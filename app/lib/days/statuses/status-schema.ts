import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";
import { classTypes, competitorStates } from "~db/enums";

/** Null clears the status; a form sends an empty text for it. */
const emptyAsNull = (value: unknown) => (value === "" ? null : value);

export const statusSchema = z.object({
	status: z.preprocess(
		emptyAsNull,
		z
			.enum(competitorStates, {
				error: ({ input }) => (input === undefined ? complaints.required : complaints.choice),
			})
			.nullable(),
	),
});

/** `seen` is the status that the organiser saw; absent in the form without scripts, which is sent at once. */
export const statusFormSchema = statusSchema.extend({
	id: idField,
	seen: z.preprocess(emptyAsNull, z.enum(competitorStates).nullish()),
});

export const launchSchema = z.object({ day: idField, class: z.enum(classTypes) });

/** `undo` is the time of an earlier launch, in milliseconds. Both buttons are in one form, so a launch is sent with it and drops it. */
export const undoLaunchSchema = launchSchema.extend({
	undo: z.coerce
		.number()
		.int()
		.transform((at) => new Date(at)),
});

export const makeStatusesSchema = z.object({ day: idField });

/** `reserve` is the id of the entry. */
export const reserveSchema = z.object({ day: idField, reserve: idField });
