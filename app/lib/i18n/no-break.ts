/** Czech prepositions and conjunctions of one letter, which no line ends with. */
const oneLetter = /(?<![\p{L}\p{N}])([ksvzouai]) (?=\S)/giu;
const beforeUnit =
	/(\d) (?=(?:m|km|ft|cm|kg|l|s|min|h|hod|hodin|hodiny|b|bodů|Kč|EUR|CZK|€|%|°C?|kt|hPa|MHz|m\/s|km\/h)(?![\p{L}\p{N}]))/gu;

/** A typed text with no-break spaces before units and, in Czech, after words of one letter. */
export function withNoBreaks(text: string, language: "cs" | "en"): string {
	const units = text.replace(beforeUnit, "$1\u00a0");
	return language === "cs" ? units.replace(oneLetter, "$1\u00a0") : units;
}
