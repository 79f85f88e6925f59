import type { Language } from "./language";

const locales: Record<Language, string> = { cs: "cs", en: "en-GB" };

/** Made once each: making one takes longer than writing a hundred numbers with it, and lists are long. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: Language, least: number, most: number): Intl.NumberFormat {
	const key = `${language} ${least} ${most}`;
	const known = formats.get(key);
	if (known) return known;
	const made = new Intl.NumberFormat(locales[language], {
		minimumFractionDigits: least,
		maximumFractionDigits: most,
	});
	formats.set(key, made);
	return made;
}

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
	return formatOf(language, least, most).format(value);
}
