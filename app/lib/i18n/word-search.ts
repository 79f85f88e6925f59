/** Text as the search compares it: small letters without diacritics. */
function folded(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A test for what has several texts: every word of the query stands somewhere in them, whatever its case and accents. */
export function matcherOf(query: string): (texts: readonly string[]) => boolean {
	const words = folded(query).split(/\s+/).filter(Boolean);
	if (words.length === 0) return () => true;
	return (texts) => {
		const whole = folded(texts.join(" "));
		return words.every((word) => whole.includes(word));
	};
}
