import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";

/** The long texts of the form for the logs of several pilots. They go with its two pages, not with the texts that every page loads. */
export function manyLogsTexts(language: Language) {
	const { t } = textsOf(language);
	return { intro: t("igc.many.form.intro"), hint: t("igc.many.form.hint") };
}
