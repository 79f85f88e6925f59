import { z } from "zod";
import { complaints, idField } from "~/lib/forms/fields";
import { pilotStatuses } from "~db/enums";
import type { CompetitorStatus } from "./statuses-queries.server";

/** Null clears the status; a form sends an empty text for it. */
const emptyAsNull = (value: unknown) => (value === "" ? null : value);

export const statusSchema = z.object({
	status: z.preprocess(
		emptyAsNull,
		z
			.enum(pilotStatuses, {
				error: ({ input }) => (input === undefined ? complaints.required : complaints.choice),
			})
			.nullable(),
	),
});

/** Milliseconds. It is longer than a competition. */
const longestWait = 30 * 86_400_000;

/** Milliseconds for which a tap has waited in the browser. */
export const waited = z.coerce
	.number()
	.min(0)
	.transform((wait) => Math.min(wait, longestWait))
	.catch(0)
	.optional();

/** `seen` is the status that the organiser saw; absent in the form without scripts, which is sent at once. */
export const statusFormSchema = statusSchema.extend({
	id: idField,
	seen: z.preprocess(emptyAsNull, z.enum(pilotStatuses).nullish()),
	waited,
});

export const makeStatusesSchema = z.object({ day: idField });

/** `reserve` is the id of the entry. */
export const reserveSchema = z.object({ day: idField, reserve: idField });

export const statusJson = z.object({
	_id: z.string(),
	name: z.string(),
	surname: z.string(),
	status: z.enum(pilotStatuses),
	/** Whether the status is empty; absent when it is set. */
	unset: z.literal(true).optional(),
	/** Id of the day. */
	day: z.string(),
	glider: z.object({
		gliderType: z.object({ _id: z.string(), name: z.string() }),
		registrationNumber: z.string(),
		startNumber: z.string(),
	}),
});

/** An empty status is "DNF": existing clients show an empty page when they meet any other than the four words. */
export function toStatusJson(status: CompetitorStatus): z.infer<typeof statusJson> {
	const { gliderTypeId, gliderTypeName, registrationNumber, startNumber } = status;
	return {
		_id: status.id,
		name: status.name,
		surname: status.surname,
		...(status.status ? { status: status.status } : { status: "DNF", unset: true }),
		day: status.dayId,
		glider: { gliderType: { _id: gliderTypeId, name: gliderTypeName }, registrationNumber, startNumber },
	};
}
