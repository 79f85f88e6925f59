const unprintable =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
	/[\p{Cs}\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]+/gu;

/** Escapes of file names in multipart/form-data (HTML standard). */
const escapes: Readonly<Record<string, string>> = { "%22": '"', "%0A": " ", "%0D": " " };

/**
 * The name of an uploaded file without folders, line breaks, other control characters and marks that reverse the direction of text.
 * It may be empty.
 */
export function tidyFileName(name: string): string {
	const whole = name.replace(/%22|%0A|%0D/g, (code) => escapes[code] ?? code);
	const last = whole.split(/[/\\]/).at(-1) ?? "";
	return last.normalize("NFC").replace(unprintable, " ").replace(/\s+/g, " ").trim();
}

/** The extension in lower case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
	return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
