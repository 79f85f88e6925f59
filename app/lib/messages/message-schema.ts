import { z } from "zod";
import { idField, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** A form sends one value as a text and none not at all. */
function asList(value: unknown): unknown {
	if (value === undefined) return [];
	return typeof value === "string" ? [value] : value;
}

export const messageSchema = z.object({
	/** Id of an account, `everybody`, or `chosen`. */
	to: idField,
	/** Ids of the chosen accounts. */
	recipients: z.preprocess(asList, z.array(idField)),
	subject: requiredLine(limits.mailSubject),
	/** An empty line separates paragraphs. */
	body: requiredText(limits.mailBody),
});

export type MessageInput = z.infer<typeof messageSchema>;
