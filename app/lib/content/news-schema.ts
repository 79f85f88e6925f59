import { z } from "zod";
import { flag, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

export const newsSchema = z.object({
	title: requiredLine(limits.newsTitle),
	/** One paragraph a line. */
	body: requiredText(limits.news),
	/** Whether every account gets a mail. */
	email: flag,
});

export type NewsInput = z.infer<typeof newsSchema>;
