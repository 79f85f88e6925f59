import { foreignIn, type Language } from "~/lib/i18n/language";
import { withNoBreaks } from "~/lib/i18n/no-break";
import type { news } from "~db/schema";
import type { NewsForm } from "./news-schema";

/** What an item says: in Czech, in English, or in both. */
export type NewsTexts = Pick<typeof news.$inferSelect, "language" | "title" | "body" | "titleEn" | "bodyEn">;

/** What a reader gets of an item. */
export interface ReadNews {
	readonly title: string;
	/** One paragraph a line. */
	readonly body: string;
	/** Language of the texts, where it is not the reader's. */
	readonly lang: Language | undefined;
}

/** The texts of an item in the reader's language, or else in the one that it has. */
export function newsIn({ language, title, body, titleEn, bodyEn }: NewsTexts, reader: Language): ReadNews {
	if (reader === "en" && titleEn !== null && bodyEn !== null)
		return { title: titleEn, body: bodyEn, lang: undefined };
	const own = language ?? foreignIn(reader, `${title} ${body}`);
	return { title, body, lang: own === reader ? undefined : own };
}

/** What a form of one or two languages says, as it is stored. */
export function textsOfForm({ title, body, titleEn, bodyEn }: NewsForm): NewsTexts {
	const czech = textIn("cs", title, body);
	const english = textIn("en", titleEn, bodyEn);
	return czech
		? { language: "cs", ...czech, titleEn: english?.title ?? null, bodyEn: english?.body ?? null }
		: { language: "en", title: "", body: "", ...english, titleEn: null, bodyEn: null };
}

function textIn(language: Language, title: string | null, body: string | null) {
	return title && body ? { title: withNoBreaks(title, language), body: withNoBreaks(body, language) } : null;
}

/** An item as its form shows it. Of one that does not say its language, the letters tell. */
export function formOfTexts({ language, title, body, titleEn, bodyEn }: NewsTexts) {
	const isEnglish = (language ?? foreignIn("cs", `${title} ${body}`)) === "en";
	return isEnglish
		? { title: "", body: "", titleEn: title, bodyEn: body }
		: { title, body, titleEn: titleEn ?? "", bodyEn: bodyEn ?? "" };
}
