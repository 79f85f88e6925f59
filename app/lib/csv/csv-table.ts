import { type CsvRecord, readCsv } from "./csv-reader";

/** Why a file as a whole cannot be imported. */
export type CsvTableProblem = "empty" | "tooManyRows" | "unclosedQuote" | "duplicateColumn" | "missingColumn";

export interface CsvTableRow<Column extends string> {
	/** Line of the file, counted from 1. */
	readonly line: number;
	/** Trimmed; empty when the column or the cell is absent. */
	readonly cell: Readonly<Record<Column, string>>;
	/** The row has more cells than the header. */
	readonly tooLong: boolean;
}

type CsvTable<Column extends string> =
	| {
			readonly ok: true;
			readonly columns: ReadonlySet<Column>;
			readonly rows: readonly CsvTableRow<Column>[];
	  }
	| { readonly ok: false; readonly line: number; readonly reason: CsvTableProblem };

interface CsvTableShape<Column extends string> {
	/** The header names of every column, in lower case with `_` between words. */
	readonly aliases: Readonly<Record<Column, readonly string[]>>;
	/** At least one column of each group must be there. */
	readonly required: readonly (readonly Column[])[];
	readonly maxRows: number;
}

/** Reads a CSV with a header. Its columns may come in any order; unknown ones are ignored. */
export function readCsvTable<Column extends string>(
	text: string,
	shape: CsvTableShape<Column>,
): CsvTable<Column> {
	const { records, unclosedQuoteLine } = readCsv(text);
	const [header, ...body] = records;
	if (!header) return { ok: false, line: 1, reason: "empty" };
	if (unclosedQuoteLine !== null) return { ok: false, line: unclosedQuoteLine, reason: "unclosedQuote" };

	const positions = columnPositions(header, shape.aliases);
	if (positions === null) return { ok: false, line: header.line, reason: "duplicateColumn" };
	if (!shape.required.every((group) => group.some((column) => positions.has(column)))) {
		return { ok: false, line: header.line, reason: "missingColumn" };
	}
	const beyond = body[shape.maxRows];
	if (beyond) return { ok: false, line: beyond.line, reason: "tooManyRows" };
	const [first] = body;
	if (!first) return { ok: false, line: header.line, reason: "empty" };

	const columns = Object.keys(shape.aliases) as Column[];
	const rows = body.map((record) => ({
		line: record.line,
		cell: Object.fromEntries(
			columns.map((column) => [column, record.cells[positions.get(column) ?? -1]?.trim() ?? ""]),
		) as Record<Column, string>,
		tooLong: record.cells.slice(header.cells.length).some((cell) => cell.trim() !== ""),
	}));
	return { ok: true, columns: new Set(positions.keys()), rows };
}

/** The index of each known column; null when two header names mean the same column. */
function columnPositions<Column extends string>(
	header: CsvRecord,
	aliases: CsvTableShape<Column>["aliases"],
): Map<Column, number> | null {
	const columnOf = new Map<string, Column>();
	for (const column of Object.keys(aliases) as Column[]) {
		for (const alias of aliases[column]) columnOf.set(alias, column);
	}
	const positions = new Map<Column, number>();
	for (const [index, name] of header.cells.entries()) {
		const column = columnOf.get(
			name
				.trim()
				.toLowerCase()
				.replace(/[\s_-]+/g, "_"),
		);
		if (column === undefined) continue;
		if (positions.has(column)) return null;
		positions.set(column, index);
	}
	return positions;
}

/** How a file writes numbers. Spaces may stand between thousands in any format. */
export interface NumberFormat {
	readonly decimal: "," | ".";
	readonly thousands: "," | ".";
}

interface NumberCell {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly text: string;
	/** Whether three digits behind a single separator are thousands, as in points, or decimals, as in a handicap. */
	readonly hasThousands: boolean;
}

const spaces = /(?<=\d)[ \u00A0\u202F](?=\d{3})/g;

/**
 * Finds how all numbers of a file are written: in a file with `98.5`, `1,002` means a thousand and two.
 * @returns the line that contradicts earlier ones, when the numbers cannot all be read in one way
 */
export function numberFormatOf(cells: readonly NumberCell[]): NumberFormat | { readonly line: number } {
	let decimal: NumberFormat["decimal"] | null = null;
	for (const cell of cells) {
		const found = decimalOf(cell);
		if (found === null) continue;
		if (decimal !== null && decimal !== found) return { line: cell.line };
		decimal = found;
	}
	return decimal === "," ? { decimal, thousands: "." } : { decimal: ".", thousands: "," };
}

/** The decimal separator that a cell shows by itself; null when it shows none. */
function decimalOf({ text, hasThousands }: NumberCell): NumberFormat["decimal"] | null {
	const compact = text.replace(spaces, "");
	if (!/^-?\d+(?:[.,]\d+)*$/.test(compact)) return null;
	const separators = compact.replace(/[^.,]/g, "");
	const last = separators.at(-1) === "," ? "," : ".";
	const other = last === "," ? "." : ",";
	if (separators === "") return null;
	if (separators.includes(other)) return last;
	if (separators.length > 1) return other;
	const isThousand = hasThousands && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(compact);
	return isThousand ? other : last;
}

export function parseNumber(text: string, { decimal, thousands }: NumberFormat): number | null {
	const compact = text.replace(spaces, "");
	const [whole = "", ...decimals] = compact.split(decimal);
	const isGrouped = whole.includes(thousands);
	const groups = isGrouped ? /^-?\d{1,3}(?:[.,]\d{3})+$/ : /^-?\d{1,15}$/;
	if (decimals.length > 1 || !groups.test(whole)) return null;
	const [part] = decimals;
	if (part !== undefined && !/^\d{1,15}$/.test(part)) return null;
	return Number(`${whole.replaceAll(thousands, "")}.${part ?? 0}`);
}
