import { at } from "./flight-log";

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
	/** No line follows. */
	isLast: boolean;
}

const LF = 10;
const CR = 13;

/** The upper-case code of an ASCII letter's code. */
export const upper = (code: number): number => (code >= 97 && code <= 122 ? code - 32 : code);

const isBlank = (code: number) => code === 32 || code === 9;
/** What recorders and old systems leave behind the last record: padding and the DOS end-of-file mark. */
const isPadding = (code: number) => isBlank(code) || code === 0 || code === 0x1a;

/** A file without the padding at its end. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
	let length = bytes.length;
	while (length > 0 && isPadding(at(bytes, length - 1))) length--;
	return bytes.subarray(0, length);
}

/**
 * Visits the records of a file in order, in one pass. Lines end with LF, CRLF or CR; a byte-order mark and blank
 * lines are passed over. The record handed out is reused. A visit that returns false ends the pass.
 */
export function visitRecords(bytes: Uint8Array, visit: (record: IgcRecord) => boolean): void {
	const { length } = bytes;
	let position = hasByteOrderMark(bytes) ? 3 : 0;
	const record: IgcRecord = { letter: 0, start: 0, end: 0, line: 0, isTerminated: false, isLast: false };
	while (position < length) {
		let end = position;
		let code = at(bytes, end);
		while (end < length && code !== LF && code !== CR) code = at(bytes, ++end);
		record.line++;
		const next = code === CR && at(bytes, end + 1) === LF ? end + 2 : end + 1;
		let start = position;
		while (start < end && isBlank(at(bytes, start))) start++;
		let last = end;
		while (last > start && isBlank(at(bytes, last - 1))) last--;
		if (last > start) {
			record.letter = upper(at(bytes, start));
			record.start = start;
			record.end = last;
			record.isTerminated = end < length;
			record.isLast = next >= length;
			if (!visit(record)) return;
		}
		position = next;
	}
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
	return at(bytes, 0) === 0xef && at(bytes, 1) === 0xbb && at(bytes, 2) === 0xbf;
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
	if (ARCHIVE_STARTS.some((start) => start.every((code, index) => at(bytes, index) === code)))
		return { kind: "archive" };
	const length = Math.min(bytes.length, PROBE_BYTES);
	let controls = 0;
	let first = 0;
	let line = 1;
	for (let index = hasByteOrderMark(bytes) ? 3 : 0; index < length; index++) {
		const code = at(bytes, index);
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
