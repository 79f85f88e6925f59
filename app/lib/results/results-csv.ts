import { type CsvTableProblem, type CsvTableRow, parseDecimal, readCsvTable } from "~/lib/csv/csv-table";
import { limits } from "~/lib/forms/limits";
import { parseFlightId } from "./flight-id";

/** A row of an uploaded file. Columns that the file lacks are null. */
export interface ImportedResult {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly position: number;
	readonly startNumber: string | null;
	readonly name: string | null;
	readonly aeroclub: string | null;
	readonly glider: string | null;
	readonly handicap: number | null;
	readonly points: number;
	readonly flightId: number | null;
}

/** Why a row or the file is refused; the text is `results.import.error.<reason>`. */
export type ResultsImportReason =
	| CsvTableProblem
	| "competitorMissing"
	| "duplicateFlight"
	| "flightId"
	| "handicap"
	| "points"
	| "position"
	| "textTooLong"
	| "tooManyCells";

export interface ResultsImportError {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly reason: ResultsImportReason;
}

export type ResultsImport =
	| { readonly ok: true; readonly rows: readonly ImportedResult[] }
	| {
			readonly ok: false;
			readonly errors: readonly ResultsImportError[];
			/** The good rows, in which competitors may still be unknown. */
			readonly rows: readonly ImportedResult[];
	  };

const tableShape = {
	aliases: {
		position: ["position", "rank", "#"],
		startNumber: ["cn", "contestant_number", "start_number"],
		name: ["name", "contestant", "pilot"],
		aeroclub: ["club", "aeroclub"],
		glider: ["glider"],
		handicap: ["handicap"],
		points: ["points"],
		flightId: ["flight_id"],
	},
	required: [["points"], ["startNumber", "name"]],
	maxRows: 500,
} as const;

type Column = keyof typeof tableShape.aliases;

/** Characters. Two pilots may share a row. */
const longestText = {
	startNumber: limits.startNumber,
	name: 2 * limits.name,
	aeroclub: limits.aeroclub,
	glider: limits.name,
} as const;
const mostPoints = 100_000;
const largestHandicap = 2000;

/**
 * Reads the results of one class and day (`docs/formats.md` section 3, last paragraph). Lists every bad row with its
 * line and first reason. Rows without a position get one by points; equal points share it.
 */
export function readResultsCsv(text: string): ResultsImport {
	const table = readCsvTable<Column>(text, tableShape);
	if (!table.ok) return { ok: false, errors: [{ line: table.line, reason: table.reason }], rows: [] };

	const rows: Unplaced[] = [];
	const errors: ResultsImportError[] = [];
	const flights = new Set<number>();
	for (const row of table.rows) {
		const result = readRow(row);
		if (typeof result === "string") errors.push({ line: row.line, reason: result });
		else if (result.flightId !== null && flights.has(result.flightId))
			errors.push({ line: row.line, reason: "duplicateFlight" });
		else {
			rows.push(result);
			if (result.flightId !== null) flights.add(result.flightId);
		}
	}
	return errors.length > 0 ? { ok: false, errors, rows: placed(rows) } : { ok: true, rows: placed(rows) };
}

type Unplaced = Omit<ImportedResult, "position"> & { readonly position: number | null };

function readRow({ line, cell, tooLong }: CsvTableRow<Column>): Unplaced | ResultsImportReason {
	if (tooLong) return "tooManyCells";
	if (cell.startNumber === "" && cell.name === "") return "competitorMissing";
	for (const column of ["startNumber", "name", "aeroclub", "glider"] as const) {
		if (cell[column].length > longestText[column]) return "textTooLong";
	}
	const position = cell.position === "" ? null : Number(/^(\d{1,4})\.?$/.exec(cell.position)?.[1] ?? 0);
	if (position === 0) return "position";
	const points = parseDecimal(cell.points);
	if (points === null || points < 0 || points > mostPoints) return "points";
	const handicap = cell.handicap === "" ? null : parseDecimal(cell.handicap);
	if (cell.handicap !== "" && (handicap === null || handicap <= 0 || handicap > largestHandicap))
		return "handicap";
	const flightId = parseFlightId(cell.flightId);
	if (cell.flightId !== "" && flightId === null) return "flightId";
	return {
		line,
		position,
		startNumber: cell.startNumber || null,
		name: cell.name || null,
		aeroclub: cell.aeroclub || null,
		glider: cell.glider || null,
		handicap,
		points,
		flightId,
	};
}

/** A missing position is one more than the number of rows with more points. */
function placed(rows: readonly Unplaced[]): ImportedResult[] {
	return rows.map((row) => ({
		...row,
		position: row.position ?? 1 + rows.filter((other) => other.points > row.points).length,
	}));
}
