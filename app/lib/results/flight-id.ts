/**
 * Reads a flight id of the results source: a positive whole number, today beyond 32 bits, so it is kept as a number
 * up to 2^53 and never put through bit operations. Null for anything else.
 */
export function parseFlightId(value: unknown): number | null {
	const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : value;
	return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : null;
}
