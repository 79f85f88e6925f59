import { z } from "zod";
import { idField, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** A message as organisers write it. */
export const messageSchema = z.object({
	/** Id of an account, or `everybody`. */
	to: idField,
	subject: requiredLine(limits.mailSubject),
	/** Paragraphs are set apart by an empty line. */
	body: requiredText(limits.mailBody),
});

export type MessageInput = z.infer<typeof messageSchema>;
