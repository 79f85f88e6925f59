import { z } from "zod";
import { choiceOf, flag, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { protestOutcomes } from "~db/enums";

/** `feePaid` is the competitor's statement. Organisers know whether it is true. */
export const protestSchema = z.object({ text: requiredText(limits.note), feePaid: flag });

export const protestDecisionSchema = z.object({
	outcome: choiceOf(protestOutcomes),
	reason: requiredText(limits.note),
});
