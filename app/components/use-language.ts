import { useTranslation } from "react-i18next";
import { fallbackLanguage, isLanguage, type Language } from "~/lib/i18n/language";

/** The language the page is shown in, for dates, sizes and numbers. */
export function useLanguage(): Language {
	const { language } = useTranslation().i18n;
	return isLanguage(language) ? language : fallbackLanguage;
}
