/**
 * A flight id of SoaringSpot is a positive integer beyond 32 bits: it must not go through bit operations. Null for
 * anything else.
 */
export function parseFlightId(value: unknown): number | null {
	const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : value;
	return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : null;
}
