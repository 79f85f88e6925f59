import { z } from "zod";
import { competitorStates } from "~db/enums";
import type { CompetitorStatus } from "./statuses-queries.server";

export const statusJson = z.object({
	_id: z.string(),
	name: z.string(),
	surname: z.string(),
	status: z.enum(competitorStates),
	/** The status is empty; absent when it is set. */
	unset: z.literal(true).optional(),
	/** Its id. */
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
