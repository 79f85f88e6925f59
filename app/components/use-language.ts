import { useTranslation } from "react-i18next";
import { fallbackLanguage, isLanguage, type Language } from "~/lib/i18n/language";

/** The language of the page. Also right on the error page of a failed root loader. */
export function useLanguage(): Language {
	const { language } = useTranslation().i18n;
	return isLanguage(language) ? language : fallbackLanguage;
}
