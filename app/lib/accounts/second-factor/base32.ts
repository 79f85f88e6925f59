const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 (RFC 4648, 6) of a whole number of five-byte groups, which need no padding. */
export function toBase32(bytes: Uint8Array): string {
	const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
	return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join("");
}

/** In groups of four, for people who type or read it. */
export function grouped(text: string, separator: string): string {
	return (text.match(/.{1,4}/g) ?? []).join(separator);
}
