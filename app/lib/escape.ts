const entities: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Escapes text for XML content and attributes, and drops the characters that XML 1.0 does not allow. */
export function escapeXml(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
	return escapeHtml(text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, ""));
}
