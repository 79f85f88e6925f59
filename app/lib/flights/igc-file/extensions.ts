import { byteAt, type IgcRecord, readNumber, upper } from "./records";

/** A part of every B record that the I record announces. */
export interface ExtensionField {
	/** Bytes from the start of the record. */
	readonly offset: number;
	readonly length: number;
}

/** Engine noise, and the sensor of an engine without noise. */
const noiseCodes = ["ENL", "MOP"] as const;
/** The record counts them in two digits. */
const mostFields = 99;
/** `SSFFCCC`: first byte and last byte counted from 1, and the code. */
const fieldBytes = 7;
const loudest = 999;

/** Where the B records hold engine noise, as `I023638FXA3941ENL` says it; null when it announces more fields than it can count. */
export function readExtensionRecord(
	bytes: Uint8Array,
	{ start, end }: IgcRecord,
): readonly ExtensionField[] | null {
	if (end - start - 3 > mostFields * fieldBytes) return null;
	const fields = new Map<string, ExtensionField>();
	for (let position = start + 3; position + fieldBytes <= end; position += fieldBytes) {
		const first = readNumber(bytes, position, 2);
		const length = readNumber(bytes, position + 2, 2) - first + 1;
		const code = [4, 5, 6]
			.map((offset) => String.fromCharCode(upper(byteAt(bytes, position + offset))))
			.join("");
		if (length >= 1 && length <= 3 && !fields.has(code)) fields.set(code, { offset: first - 1, length });
	}
	// Every fix is read for them, so none of them twice.
	return noiseCodes.flatMap((code) => fields.get(code) ?? []);
}

/** The highest of the fields; one that is cut off or holds no number is 0. */
export function readNoise(
	bytes: Uint8Array,
	{ start, end }: IgcRecord,
	fields: readonly ExtensionField[],
): number {
	let noise = 0;
	for (const { offset, length } of fields) {
		if (start + offset + length > end) continue;
		const value = readNumber(bytes, start + offset, length);
		if (value > noise) noise = value;
	}
	return Math.min(loudest, noise);
}
