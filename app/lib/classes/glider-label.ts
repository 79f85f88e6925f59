import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";

/** "LS 4 (105,2)". The unit of a wingspan ("18 m") stays on the same line as its number. */
export function gliderLabel(name: string, index: number, language: Language): string {
	return `${name.replace(/(?<=\d) (?=m\b)/, "\u00a0")} (${formatNumber(index, language, [0, 2])})`;
}
