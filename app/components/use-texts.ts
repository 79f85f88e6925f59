import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { fallbackLanguage, isLanguage, type Language } from "~/lib/i18n/language";
import { useRootData } from "./use-root-data";

interface Texts {
	readonly t: TFunction;
	/** The language of the page. Also right on the error page of a failed root loader. */
	readonly language: Language;
	/** The name people use for a class, by its key. */
	readonly classNameOf: (type: string) => string;
}

/** The words of the page. */
export function useTexts(): Texts {
	const { t, i18n } = useTranslation();
	const classes = useRootData()?.edition.classes ?? [];
	return {
		t,
		language: isLanguage(i18n.language) ? i18n.language : fallbackLanguage,
		classNameOf: (type) => classes.find((one) => one.type === type)?.name ?? type,
	};
}
