import { byteAt, type IgcRecord, readNumber, upper } from "./records";

/** A part of every B record that the I record announces. */
export interface ExtensionField {
	/** Bytes from the start of the record. */
	readonly offset: number;
	readonly length: number;
}

/** Engine noise, and the sensor of an engine without noise. */
const noiseCodes = new Set(["ENL", "MOP"]);
/** `SSFFCCC`: first byte and last byte counted from 1, and the code. */
const fieldBytes = 7;
const loudest = 999;

/** Where the B records hold engine noise, as `I023638FXA3941ENL` says it. */
export function readExtensionRecord(bytes: Uint8Array, { start, end }: IgcRecord): ExtensionField[] {
	const fields: ExtensionField[] = [];
	for (let position = start + 3; position + fieldBytes <= end; position += fieldBytes) {
		const first = readNumber(bytes, position, 2);
		const length = readNumber(bytes, position + 2, 2) - first + 1;
		const code = [4, 5, 6]
			.map((offset) => String.fromCharCode(upper(byteAt(bytes, position + offset))))
			.join("");
		if (noiseCodes.has(code) && length >= 1 && length <= 3) fields.push({ offset: first - 1, length });
	}
	return fields;
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
