import { z } from "zod";
import { complaints, requiredLine } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { longestPosition, readPosition } from "~/lib/maps/read-position";
import { secondsOf } from "~/lib/tasks/clock-times";

/** A position of somebody who is missing, its local time on the day, and who or what reports it. */
export const positionSchema = z.object({
	position: requiredLine(longestPosition).refine((text) => text === "" || readPosition(text) !== null, {
		error: "form.field.position",
	}),
	time: requiredLine(8).refine((text) => text === "" || secondsOf(text) !== null, {
		error: complaints.choice,
	}),
	source: requiredLine(limits.reason),
});
