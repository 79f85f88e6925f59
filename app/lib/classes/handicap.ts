/** Decimal places of a handicap wherever it is written (formats.md section 1). */
export const HANDICAP_DECIMALS = 4;

/**
 * Decimal handicap factor of a glider in a class: index / the class's reference index, rounded to four places.
 * Null when either number is missing or not positive.
 */
export function handicapOf(index: number | null, referenceIndex: number | null): number | null {
	if (!isPositive(index) || !isPositive(referenceIndex)) return null;
	const scale = 10 ** HANDICAP_DECIMALS;
	// Twelve significant digits first: a half that binary fractions put just below itself still rounds up.
	return Math.round(Number(((index * scale) / referenceIndex).toPrecision(12))) / scale;
}

function isPositive(value: number | null): value is number {
	return value !== null && Number.isFinite(value) && value > 0;
}
