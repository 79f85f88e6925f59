import { z } from "zod";
import { optionalLine, optionalWholeNumber } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

const mostPersons = 2;
/** Six hexadecimal digits. */
const flarmId = /^[0-9a-f]{6}$/i;

/** What a search needs to know beyond the entry. Every field is optional. */
export const safetyCardSchema = z.object({
	colours: optionalLine(limits.reason),
	equipment: optionalLine(limits.reason),
	persons: optionalWholeNumber(1, mostPersons),
	crewName: optionalLine(limits.name),
	crewPhone: optionalLine(limits.phone),
	flarmId: optionalLine(limits.name).refine((text) => text === null || flarmId.test(text), {
		error: "safetyCard.flarmId.wrong",
	}),
});
