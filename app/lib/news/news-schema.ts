import { z } from "zod";
import { flag, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** A news item as organisers write it, on the page or through the API. */
export const newsSchema = z.object({
	title: requiredLine(limits.newsTitle),
	/** One paragraph a line. */
	body: requiredText(limits.news),
	/** Whether everybody with an account is told by e-mail. */
	email: flag,
});

export type NewsInput = z.infer<typeof newsSchema>;
