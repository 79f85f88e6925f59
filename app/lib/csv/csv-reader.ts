export interface CsvRecord {
	/** Line of the file on which the record begins, counted from 1. */
	readonly line: number;
	readonly cells: readonly string[];
}

interface CsvDocument {
	readonly delimiter: string;
	/** The records, except those whose cells are all blank. */
	readonly records: readonly CsvRecord[];
	/** Line on which a quote opens that is never closed, or null. */
	readonly unclosedQuoteLine: number | null;
}

/** On a tie the first one wins: a comma in a header is more often part of a name or number. */
const delimiters = [";", "\t", ","];

/** Code pages of old programs, the usual one first. */
export const codePages = ["windows-1250", "windows-1252"] as const;
export type CodePage = (typeof codePages)[number];

/**
 * Decodes UTF-16 of a spreadsheet, UTF-8 with or without a byte-order mark, and other bytes as those of an old program. A file with
 * more letters of UTF-8 than odd bytes is one of UTF-8: each odd byte spoils one letter.
 * @param codePage of bytes that are not UTF-8, where somebody has chosen it
 */
export function decodeText(bytes: Uint8Array, codePage?: CodePage): string {
	const wide = utf16Of(bytes);
	if (wide) return new TextDecoder(wide).decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		const text = codePage ? null : new TextDecoder("utf-8").decode(bytes);
		return text !== null && isMostlyUtf8(text)
			? text
			: new TextDecoder(codePage ?? codePages[0]).decode(bytes);
	}
}

/** Bytes that show whether every other one is zero, as in Latin text of UTF-16. */
const inspectedBytes = 64;

/** The byte order of UTF-16, by its mark or its zeros; null for anything else. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	const start = bytes.subarray(0, Math.min(inspectedBytes, bytes.length - (bytes.length % 2)));
	const zeros = [0, 0];
	for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	const most = start.length / 4;
	if (even === 0 && odd > most) return "utf-16le";
	return odd === 0 && even > most ? "utf-16be" : null;
}

/** @param text decoded as UTF-8, with a mark in place of every odd byte */
function isMostlyUtf8(text: string): boolean {
	let [letters, odd] = [0, 0];
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code === 0xfffd) odd += 1;
		else if (code > 0x7f) letters += 1;
	}
	return letters > 0 && letters >= odd;
}

/** The most frequent delimiter outside quotes in the first line that is not blank; a comma when there is none. */
function detectDelimiter(text: string): string {
	const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
	let inQuotes = false;
	let blank = true;
	for (const char of text) {
		if (char === '"') {
			inQuotes = !inQuotes;
			blank = false;
		}
		if (inQuotes) continue;
		if (char === "\n" || char === "\r") {
			if (blank) continue;
			break;
		}
		if (char.trim() !== "") blank = false;
		const count = counts.get(char);
		if (count !== undefined) counts.set(char, count + 1);
	}
	const most = Math.max(...counts.values());
	return most === 0 ? "," : (delimiters.find((delimiter) => counts.get(delimiter) === most) ?? ",");
}

/** How the cells of a file are separated, and the length of the line that says so. */
export function separationOf(text: string): { readonly delimiter: string; readonly length: number } {
	return declaredDelimiter(text) ?? { delimiter: detectDelimiter(text), length: 0 };
}

/** The delimiter named by the first line `sep=;` that Excel writes, with the length of that line. */
function declaredDelimiter(text: string): { readonly delimiter: string; readonly length: number } | null {
	const match = /^sep=([;,\t])(\r\n|\r|\n|$)/i.exec(text.slice(0, 7));
	return match?.[1] ? { delimiter: match[1], length: match[0].length } : null;
}

/**
 * Reads CSV leniently: the delimiter `;`, `,` or tab is detected or named by `sep=`, quotes are as in RFC 4180, lines end with
 * CRLF, LF or CR. Text after a closing quote belongs to the cell. It takes linear time and never throws.
 */
export function readCsv(input: string): CsvDocument {
	const text = input.startsWith("\uFEFF") ? input.slice(1) : input;
	const { delimiter, length } = separationOf(text);
	const records: CsvRecord[] = [];
	let unclosedQuoteLine: number | null = null;
	let position = length;
	let line = length > 0 ? 2 : 1;

	const readQuoted = (): string => {
		const openedOn = line;
		const parts: string[] = [];
		let from = position + 1;
		for (;;) {
			const quote = text.indexOf('"', from);
			const end = quote === -1 ? text.length : quote;
			const part = text.slice(from, end);
			parts.push(part);
			line += countLineBreaks(part);
			if (quote === -1) unclosedQuoteLine ??= openedOn;
			if (quote === -1 || text[quote + 1] !== '"') {
				position = quote === -1 ? end : end + 1;
				return parts.join("");
			}
			parts.push('"');
			from = quote + 2;
		}
	};

	const readBare = (): string => {
		const from = position;
		while (position < text.length && !isCellEnd(text[position], delimiter)) position++;
		return text.slice(from, position);
	};

	const readCell = (): string => {
		const start = position;
		while (text[position] === " ") position++;
		if (text[position] === '"') return readQuoted() + readBare();
		position = start;
		return readBare();
	};

	while (position < text.length) {
		const begins = line;
		const cells = [readCell()];
		while (text[position] === delimiter) {
			position++;
			cells.push(readCell());
		}
		if (text[position] === "\r" && text[position + 1] === "\n") position++;
		position++;
		line++;
		if (cells.some((cell) => cell.trim() !== "")) records.push({ line: begins, cells });
	}
	return { delimiter, records, unclosedQuoteLine };
}

function isCellEnd(char: string | undefined, delimiter: string): boolean {
	return char === delimiter || char === "\n" || char === "\r";
}

function countLineBreaks(text: string): number {
	let count = 0;
	for (let index = 0; index < text.length; index++) {
		if (text[index] === "\n" || (text[index] === "\r" && text[index + 1] !== "\n")) count++;
	}
	return count;
}
