/** One line of an IGC file: its letter and where its bytes stand. */
export interface IgcRecord {
	/** Upper-case code of the first byte; other bytes than letters come out as something that is no letter. */
	letter: number;
	/** First byte of the record, its letter. */
	start: number;
	/** One past its last byte, without line end and trailing blanks. */
	end: number;
	/** Line in the file, 1-based. */
	line: number;
	/** A line end follows. */
	isTerminated: boolean;
}

const LF = 10;
const CR = 13;

/** A byte of a file; 0 beyond its end, which is nothing that the format knows. */
export const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/** The upper-case code of an ASCII letter's code. */
export const upper = (code: number): number => (code >= 97 && code <= 122 ? code - 32 : code);

/** Blanks around a record; the CR of a line end among them. */
const isBlank = (code: number) => code === 32 || code === 9 || code === CR;
/** What recorders and old systems leave behind the last record: padding and the DOS end-of-file mark. */
const isPadding = (code: number) => code === 32 || code === 9 || code === 0 || code === 0x1a;

/** A file without the padding at its end. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
	let length = bytes.length;
	while (length > 0 && isPadding(byteAt(bytes, length - 1))) length--;
	return bytes.subarray(0, length);
}

/**
 * Visits the records of a file in order, in one pass. Lines end with LF or CRLF, in a file without any LF with CR;
 * a byte-order mark and blank lines are passed over. The record handed out is reused. A visit that returns false
 * ends the pass.
 */
export function visitRecords(bytes: Uint8Array, visit: (record: IgcRecord) => boolean): void {
	const { length } = bytes;
	const separator = bytes.includes(LF) ? LF : CR;
	let position = hasByteOrderMark(bytes) ? 3 : 0;
	const record: IgcRecord = { letter: 0, start: 0, end: 0, line: 0, isTerminated: false };
	while (position < length) {
		const found = bytes.indexOf(separator, position);
		const end = found < 0 ? length : found;
		record.line++;
		let start = position;
		while (start < end && isBlank(byteAt(bytes, start))) start++;
		let last = end;
		while (last > start && isBlank(byteAt(bytes, last - 1))) last--;
		if (last > start) {
			record.letter = upper(byteAt(bytes, start));
			record.start = start;
			record.end = last;
			record.isTerminated = end < length;
			if (!visit(record)) return;
		}
		position = end + 1;
	}
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
	return byteAt(bytes, 0) === 0xef && byteAt(bytes, 1) === 0xbb && byteAt(bytes, 2) === 0xbf;
}

/** How far the kind of a file is looked at. */
const PROBE_BYTES = 2048;
const ARCHIVE_STARTS = [
	[0x50, 0x4b, 0x03, 0x04],
	[0x50, 0x4b, 0x05, 0x06],
	[0x1f, 0x8b],
	[0x37, 0x7a, 0xbc, 0xaf],
	[0x52, 0x61, 0x72, 0x21],
];

/** What a file is by its first bytes: an archive, a web page (with the line it starts on), blank, no text, or text. */
export function probeContent(
	bytes: Uint8Array,
): { kind: "archive" | "empty" | "notText" | "text" } | { kind: "html"; line: number } {
	if (ARCHIVE_STARTS.some((start) => start.every((code, index) => byteAt(bytes, index) === code)))
		return { kind: "archive" };
	const length = Math.min(bytes.length, PROBE_BYTES);
	let controls = 0;
	let first = 0;
	let line = 1;
	for (let index = hasByteOrderMark(bytes) ? 3 : 0; index < length; index++) {
		const code = byteAt(bytes, index);
		if (code === 0) return { kind: "notText" };
		if ((code < 32 && !(code >= 9 && code <= 13) && code !== 0x1a) || code === 127) controls++;
		if (first === 0 && code === LF) line++;
		if (first === 0 && code > 32) first = code;
	}
	if (controls > 2 + length / 50) return { kind: "notText" };
	if (first === 0x3c) return { kind: "html", line };
	if (first === 0 && bytes.length <= PROBE_BYTES) return { kind: "empty" };
	return { kind: "text" };
}
