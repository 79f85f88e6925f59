import { formatHandicap } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";

/** Name of a glider, such as "DG-600 18 m". The unit of the wingspan stays on the same line as its number. */
export function gliderName(name: string): string {
	return name.replace(/(?<=\d) (?=m\b)/, "\u00a0");
}

/** Name and handicap of a glider, such as "LS 4 (1,052)"; the name alone when the handicap is not known. */
export function gliderLabel(name: string, handicap: number | null, language: Language): string {
	return gliderName(name) + (handicap === null ? "" : ` (${formatHandicap(handicap, language)})`);
}

/** Decimal places of a handicap, see docs/formats.md section 1. */
export const handicapDecimals = 4;

/** The factor index / reference index of the class, rounded; null when a number is missing or not positive. */
export function handicapOf(index: number | null, referenceIndex: number | null): number | null {
	if (!isPositive(index) || !isPositive(referenceIndex)) return null;
	const scale = 10 ** handicapDecimals;
	// It is first rounded to twelve significant digits: a half that its binary fraction puts just below must still round up.
	return Math.round(Number(((index * scale) / referenceIndex).toPrecision(12))) / scale;
}

/** The reference index of a day of which the migration has known the factor alone: its index is that factor. */
export const factorAlone = 1;

/** The reference index for another glider, or another index, on a day. */
export function referenceOnDay(day: {
	readonly referenceIndex: number | null;
	/** That of the class. */
	readonly classReference: number | null;
}): number | null {
	return day.referenceIndex === factorAlone ? day.classReference : day.referenceIndex;
}

function isPositive(value: number | null): value is number {
	return value !== null && Number.isFinite(value) && value > 0;
}

/** Whether an entry with a type of glider may be of a class. */
export function isOfClass(glider: { readonly competitionClassType: string }, classType: string): boolean {
	return glider.competitionClassType === classType;
}
