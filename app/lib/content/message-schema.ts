import { z } from "zod";
import { idField, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { readIds } from "./recipients";

export const messageSchema = z.object({
	/** Id of an account, `everybody`, or `chosen`. */
	to: idField,
	/** Ids of the chosen accounts. */
	recipients: z.preprocess(readIds, z.array(idField)),
	subject: requiredLine(limits.mailSubject),
	/** An empty line separates paragraphs. */
	body: requiredText(limits.mailBody),
});

export type MessageInput = z.infer<typeof messageSchema>;
