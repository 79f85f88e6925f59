import { isLanguage, type Language } from "./language";

/**
 * The language of ours that a browser prefers most, whatever the country; null when it asks for none of them. Languages we do not have
 * are passed over: `de-AT,de;q=0.9,en;q=0.7` is English.
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

/** From 0, not wanted at all, to 1, which is also what nothing said means. */
function weightOf(parameters: readonly string[]): number {
	for (const parameter of parameters) {
		const weight = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1];
		if (weight !== undefined) return Number(weight);
	}
	return 1;
}
