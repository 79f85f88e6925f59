import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";

/** "DG-600 18 m". The unit of the wingspan stays on the same line as its number. */
export function gliderName(name: string): string {
	return name.replace(/(?<=\d) (?=m\b)/, "\u00a0");
}

/** "LS 4 (105,2)". */
export function gliderLabel(name: string, index: number, language: Language): string {
	return `${gliderName(name)} (${formatNumber(index, language, [0, 2])})`;
}
