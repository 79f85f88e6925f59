/** A number with a fixed count of decimal places. */
interface CsvDecimal {
	readonly value: number;
	readonly decimals: number;
}

/** Text that the formula guard leaves alone because it was validated, such as a phone number. */
interface CsvVerbatim {
	readonly verbatim: string;
}

export type CsvCell = string | number | CsvDecimal | CsvVerbatim | null;

export interface CsvWriteOptions {
	readonly delimiter?: "," | ";" | "\t";
	/** `1,5` instead of `1.5`, for a Czech spreadsheet. */
	readonly decimalComma?: boolean;
	/** Quotes the header and every text; numbers stay bare. */
	readonly quoteStrings?: boolean;
	/**
	 * Puts an apostrophe before text that a spreadsheet would run as a formula, whichever delimiter the spreadsheet takes. It must be
	 * off in a file that a program reads.
	 */
	readonly guardFormulas?: boolean;
}

const byteOrderMark = "\uFEFF";
/**
 * The start of a formula, for a program that takes any of these characters as the delimiter. Such a program drops quotes and blanks
 * before the formula, and takes full-width signs for ordinary ones.
 */
const formulaStart = /(^|[;,|\t\r\n])(?=[" \u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/g;

function numberText(value: number, decimals: number | null, decimalComma: boolean): string {
	if (!Number.isFinite(value)) return "";
	const text = decimals === null ? String(value) : value.toFixed(decimals);
	return decimalComma ? text.replace(".", ",") : text;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

/** A column of a file: its name in the heading, and its cell in a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => CsvCell];

/** Writes rows as {@link writeCsv}, a line each. */
export function writeColumns<Row>(
	columns: readonly CsvColumn<Row>[],
	rows: readonly Row[],
	options: CsvWriteOptions,
): string {
	return writeCsv(
		columns.map(([name]) => name),
		rows.map((row) => columns.map(([, cell]) => cell(row))),
		options,
	);
}

/**
 * Writes CSV (`docs/formats.md` section 1): UTF-8 with byte-order mark, CRLF, quotes as in RFC 4180. Null and a number
 * that is not finite become empty cells.
 */
export function writeCsv(
	header: readonly string[],
	rows: readonly (readonly CsvCell[])[],
	options: CsvWriteOptions = {},
): string {
	const { delimiter = ",", decimalComma = false, quoteStrings = false, guardFormulas = false } = options;
	const mustQuote = (text: string) =>
		text.includes(delimiter) || text.includes('"') || text.includes("\n") || text.includes("\r");
	const bare = (text: string) => (mustQuote(text) ? quoted(text) : text);
	const text = (value: string) => (quoteStrings || mustQuote(value) ? quoted(value) : value);

	const cellText = (cell: CsvCell): string => {
		if (cell === null) return quoteStrings ? quoted("") : "";
		if (typeof cell === "string") return text(guardFormulas ? cell.replace(formulaStart, "$1'") : cell);
		if (typeof cell === "number") return bare(numberText(cell, null, decimalComma));
		if ("verbatim" in cell) return text(cell.verbatim);
		return bare(numberText(cell.value, cell.decimals, decimalComma));
	};

	const lines = [header, ...rows].map((cells) => cells.map(cellText).join(delimiter));
	return `${byteOrderMark}${lines.join("\r\n")}\r\n`;
}
