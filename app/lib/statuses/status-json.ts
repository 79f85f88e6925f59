import { z } from "zod";
import { competitorStates } from "~db/enums";
import type { CompetitorStatus } from "./statuses-queries.server";

export const statusJson = z.object({
	_id: z.string(),
	name: z.string(),
	surname: z.string(),
	status: z.enum(competitorStates).nullable(),
	/** Its id. */
	day: z.string(),
	glider: z.object({
		gliderType: z.object({ _id: z.string(), name: z.string() }),
		registrationNumber: z.string(),
		startNumber: z.string(),
	}),
});

export function toStatusJson(status: CompetitorStatus): z.infer<typeof statusJson> {
	const { gliderTypeId, gliderTypeName, registrationNumber, startNumber } = status;
	return {
		_id: status.id,
		name: status.name,
		surname: status.surname,
		status: status.status,
		day: status.dayId,
		glider: { gliderType: { _id: gliderTypeId, name: gliderTypeName }, registrationNumber, startNumber },
	};
}
