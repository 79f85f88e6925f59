import type { i18n, TFunction } from "i18next";
import { useContext } from "react";
import { I18nContext } from "react-i18next";
import { fallbackLanguage, isLanguage, type Language } from "~/lib/i18n/language";
import { memoise } from "~/lib/memoise";
import { type RootData, useRootData } from "./use-root-data";

interface Texts {
	readonly t: TFunction;
	/** The language of the page. Also right on the error page of a failed root loader. */
	readonly language: Language;
	/** The name people use for a class, by its key. */
	readonly classNameOf: (type: string) => string;
}

/** The words of the page. A list asks in every row: the library's own hook, which waits for other languages, takes as long as the row. */
export function useTexts(): Texts {
	const { i18n } = useContext(I18nContext);
	return textsWith(i18n)(useRootData()?.edition.classes ?? noClasses);
}

type Classes = RootData["edition"]["classes"];

const noClasses: Classes = [];

/** The language of an instance never changes. */
const textsWith = memoise((instance: i18n) => {
	const t = instance.getFixedT(instance.language);
	const language = isLanguage(instance.language) ? instance.language : fallbackLanguage;
	return memoise(
		(classes: Classes): Texts => ({
			t,
			language,
			classNameOf: (type) => classes.find((one) => one.type === type)?.name ?? type,
		}),
	);
});
