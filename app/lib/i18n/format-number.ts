import type { Language } from "./languages";

const locales: Record<Language, string> = { cs: "cs", en: "en-GB" };

/**
 * A number as people read it: decimal comma in Czech, point in English, thousands set apart.
 * @param fractionDigits digits behind the decimal sign: exactly so many, or at least and at most
 */
export function formatNumber(
	value: number,
	language: Language,
	fractionDigits: number | readonly [least: number, most: number] = 0,
): string {
	const [least, most] =
		typeof fractionDigits === "number" ? [fractionDigits, fractionDigits] : fractionDigits;
	return value.toLocaleString(locales[language], {
		minimumFractionDigits: least,
		maximumFractionDigits: most,
	});
}
