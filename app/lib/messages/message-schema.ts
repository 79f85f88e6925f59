import { z } from "zod";
import { idField, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

export const messageSchema = z.object({
	/** Id of an account, or `everybody`. */
	to: idField,
	subject: requiredLine(limits.mailSubject),
	/** An empty line separates paragraphs. */
	body: requiredText(limits.mailBody),
});

export type MessageInput = z.infer<typeof messageSchema>;
