import { isLanguage, type Language } from "./language";

/**
 * The most preferred language that the site has, regardless of the country; null when there is none.
 * `de-AT,de;q=0.9,en;q=0.7` gives English.
 * @param header `Accept-Language` (RFC 9110, section 12.5.4)
 */
export function preferredLanguage(header: string | null): Language | null {
	const ranges = (header ?? "").split(",").map((range) => {
		const [tag = "", ...parameters] = range.split(";");
		return { language: tag.trim().toLowerCase().split("-", 1)[0], weight: weightOf(parameters) };
	});
	const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
	return wanted.map(({ language }) => language).find(isLanguage) ?? null;
}

/** From 0, not wanted, to 1, the default. */
function weightOf(parameters: readonly string[]): number {
	for (const parameter of parameters) {
		const weight = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1];
		if (weight !== undefined) return Number(weight);
	}
	return 1;
}
