import { z } from "zod";
import { complaints, flag, optionalLine, optionalText, requiredLine, requiredText } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** What clients of the API send. */
export const newsSchema = z.object({
	title: requiredLine(limits.newsTitle),
	/** One paragraph a line. */
	body: requiredText(limits.news),
	/** Whether every account gets a mail. */
	email: flag,
});

/** The form of the page: Czech, English, or both; each with a title and a text. */
export const newsFormSchema = z
	.object({
		title: optionalLine(limits.newsTitle),
		body: optionalText(limits.news),
		titleEn: optionalLine(limits.newsTitle),
		bodyEn: optionalText(limits.news),
		pinned: flag,
		email: flag,
	})
	.superRefine(({ title, body, titleEn, bodyEn }, { addIssue }) => {
		const isEnglish = titleEn !== null || bodyEn !== null;
		const isCzech = title !== null || body !== null || !isEnglish;
		const missing = {
			title: isCzech && title === null,
			body: isCzech && body === null,
			titleEn: isEnglish && titleEn === null,
			bodyEn: isEnglish && bodyEn === null,
		};
		for (const [name, isMissing] of Object.entries(missing))
			if (isMissing) addIssue({ code: "custom", message: complaints.required, path: [name] });
	});

export type NewsForm = z.output<typeof newsFormSchema>;
