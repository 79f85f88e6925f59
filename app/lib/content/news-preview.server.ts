import { trustedRecipients } from "~/lib/accounts/account-queries.server";
import type { Ctx } from "~/lib/context";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type Language, languages } from "~/lib/i18n/language";
import { quotaNote } from "~/lib/mail/quota-note.server";
import type { NewsForm } from "./news-schema";
import { formOfTexts, type NewsTexts, newsIn, textsOfForm } from "./news-texts";

/** The words of the form of an item that visitors do not need. */
export function newsWords(language: Language) {
	const { t } = textsOf(language);
	return {
		english: t("news.english"),
		englishHint: t("news.english.hint"),
		titleEn: t("news.field.titleEn"),
		bodyEn: t("news.field.bodyEn"),
		pinned: t("news.field.pinned"),
		pinnedHint: t("news.field.pinned.hint"),
		preview: t("news.preview"),
	};
}

export type NewsWords = ReturnType<typeof newsWords>;

/** The languages that an item has. */
export function versionsOf(texts: NewsTexts) {
	const form = formOfTexts(texts);
	return languages
		.filter((language) => (language === "cs" ? form.title : form.titleEn) !== "")
		.map((language) => ({ language, ...newsIn(texts, language), lang: language }));
}

/** What a typed item will look like, and what becomes of it. */
export async function newsPreview(ctx: Ctx, form: NewsForm) {
	const { t } = textsOf(ctx.language);
	const recipients = (await trustedRecipients(ctx.db, ctx.now)).length;
	const versions = versionsOf(textsOfForm(form));
	const [only] = versions.length === 1 ? versions : [];
	return {
		title: t("news.preview.title"),
		versions: versions.map((one) => ({ ...one, name: t(`news.language.${one.language}`) })),
		notes: [
			only ? t(`news.preview.only.${only.language}`) : null,
			form.pinned ? t("news.preview.pinned") : null,
			form.email ? t("news.field.email.hint", { count: recipients }) : t("news.preview.quiet"),
			form.email ? await quotaNote(ctx, recipients) : null,
		].filter((note) => note !== null),
	};
}

export type NewsPreviewData = Awaited<ReturnType<typeof newsPreview>>;
