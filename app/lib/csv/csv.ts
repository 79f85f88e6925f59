/** A number written with exactly this many decimal places. */
export interface CsvDecimal {
	value: number;
	decimals: number;
}

/** Text that is known to be harmless and is exempt from the formula guard (a validated phone number). */
export interface CsvVerbatim {
	verbatim: string;
}

export type CsvCell = string | number | CsvDecimal | CsvVerbatim | null;

export interface CsvWriteOptions {
	delimiter?: "," | ";" | "\t";
	/** Write `1,5` instead of `1.5`, for a Czech spreadsheet. */
	decimalComma?: boolean;
	/** Quote the header and every text; numbers stay bare. */
	quoteStrings?: boolean;
	/** Put an apostrophe before text that a spreadsheet would run as a formula. Never for a file read by a program. */
	guardFormulas?: boolean;
}

const BYTE_ORDER_MARK = "\uFEFF";
const FORMULA_START = /^[=+\-@\t\r]/;

function numberText(value: number, decimals: number | null, decimalComma: boolean): string {
	if (!Number.isFinite(value)) return "";
	const text = decimals === null ? String(value) : value.toFixed(decimals);
	return decimalComma ? text.replace(".", ",") : text;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Writes CSV as formats.md section 1 asks: UTF-8 with byte-order mark, CRLF, RFC 4180 quoting.
 * A number that is not finite and null become empty cells.
 */
export function writeCsv(header: string[], rows: CsvCell[][], options: CsvWriteOptions = {}): string {
	const { delimiter = ",", decimalComma = false, quoteStrings = false, guardFormulas = false } = options;
	const mustQuote = (text: string) =>
		text.includes(delimiter) || text.includes('"') || text.includes("\n") || text.includes("\r");
	const bare = (text: string) => (mustQuote(text) ? quoted(text) : text);
	const text = (value: string) => (quoteStrings || mustQuote(value) ? quoted(value) : value);

	const cellText = (cell: CsvCell): string => {
		if (cell === null) return quoteStrings ? quoted("") : "";
		if (typeof cell === "string") return text(guardFormulas && FORMULA_START.test(cell) ? `'${cell}` : cell);
		if (typeof cell === "number") return bare(numberText(cell, null, decimalComma));
		if ("verbatim" in cell) return text(cell.verbatim);
		return bare(numberText(cell.value, cell.decimals, decimalComma));
	};

	const lines = [header, ...rows].map((cells) => cells.map(cellText).join(delimiter));
	return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}
