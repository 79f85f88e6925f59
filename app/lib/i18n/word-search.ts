/** Returns the text in lower case, without diacritics. */
export function folded(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Returns whether every word of the query is part of one of the texts, regardless of case and diacritics.
 * @param border " " matches only the beginning of a word
 */
export function matcherOf(query: string, border: "" | " " = ""): (texts: readonly string[]) => boolean {
	const words = folded(query).split(/\s+/).filter(Boolean);
	return (texts) => {
		const whole = ` ${folded(texts.join(" "))}`;
		return words.every((word) => whole.includes(border + word));
	};
}
