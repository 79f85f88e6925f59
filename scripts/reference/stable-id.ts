import { createHash } from "node:crypto";

/**
 * The same id for the same row of an edition, so that the seed can be repeated: the first half of the SHA-256 of year,
 * noun and name as a UUID of version 8 (RFC 9562).
 */
export function stableId(year: number, noun: string, name: string): string {
	const bytes = createHash("sha256").update(`${year}/${noun}/${name}`).digest().subarray(0, 16);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
