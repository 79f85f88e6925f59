import { type CsvTableProblem, type CsvTableRow, parseDecimal, readCsvTable } from "~/lib/csv/csv-table";
import { limits } from "~/lib/forms/limits";
import { parseFlightId } from "./flight-id";

/** A row of an uploaded results file, checked. What the file does not have is null. */
export interface ImportedResult {
	/** Line of the file. */
	line: number;
	position: number;
	startNumber: string | null;
	name: string | null;
	aeroclub: string | null;
	glider: string | null;
	handicap: number | null;
	points: number;
	flightId: number | null;
}

/** Why a row or the file is refused; the page shows the text under `results.import.error.<reason>`. */
export type ResultsImportReason =
	| CsvTableProblem
	| "competitorMissing"
	| "duplicateCompetitor"
	| "duplicateFlight"
	| "flightId"
	| "handicap"
	| "points"
	| "position"
	| "textTooLong"
	| "tooManyCells";

export interface ResultsImportError {
	/** Line of the file, counted from 1. */
	line: number;
	reason: ResultsImportReason;
}

export type ResultsImport =
	| { ok: true; rows: ImportedResult[] }
	| {
			ok: false;
			errors: ResultsImportError[];
			/** The good rows among the bad, for what else is to be said about them. */
			rows: ImportedResult[];
	  };

const SHAPE = {
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

type Column = keyof typeof SHAPE.aliases;

/** A name may be that of two pilots. */
const MAX_TEXT = {
	startNumber: limits.startNumber,
	name: 2 * limits.name,
	aeroclub: limits.aeroclub,
	glider: limits.name,
} as const;
const MAX_POINTS = 100_000;
const MAX_HANDICAP = 2000;

/**
 * Reads an uploaded results file of one class and day (formats.md section 3, last paragraph). Either every row is good or
 * every bad row is listed with its line and first reason. Rows without a position get one by points, equal points sharing it.
 */
export function readResultsCsv(text: string): ResultsImport {
	const table = readCsvTable<Column>(text, SHAPE);
	if (!table.ok) return { ok: false, errors: [{ line: table.line, reason: table.reason }], rows: [] };

	const rows: Unplaced[] = [];
	const errors: ResultsImportError[] = [];
	const seen = { competitors: new Set<string>(), flights: new Set<number>() };
	for (const row of table.rows) {
		const result = readRow(row);
		const reason = typeof result === "string" ? result : duplicateReason(result, seen);
		if (reason !== null) errors.push({ line: row.line, reason });
		else if (typeof result !== "string") rows.push(result);
	}
	return errors.length > 0 ? { ok: false, errors, rows: placed(rows) } : { ok: true, rows: placed(rows) };
}

type Unplaced = Omit<ImportedResult, "position"> & { position: number | null };

function readRow({ line, cell, tooLong }: CsvTableRow<Column>): Unplaced | ResultsImportReason {
	if (tooLong) return "tooManyCells";
	if (cell.startNumber === "" && cell.name === "") return "competitorMissing";
	for (const column of ["startNumber", "name", "aeroclub", "glider"] as const) {
		if (cell[column].length > MAX_TEXT[column]) return "textTooLong";
	}
	const position = cell.position === "" ? null : Number(/^(\d{1,4})\.?$/.exec(cell.position)?.[1] ?? 0);
	if (position === 0) return "position";
	const points = parseDecimal(cell.points);
	if (points === null || points < 0 || points > MAX_POINTS) return "points";
	const handicap = cell.handicap === "" ? null : parseDecimal(cell.handicap);
	if (cell.handicap !== "" && (handicap === null || handicap <= 0 || handicap > MAX_HANDICAP))
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

/** A competitor is known by the start number, without one by the name. */
function duplicateReason(
	row: Unplaced,
	seen: { competitors: Set<string>; flights: Set<number> },
): ResultsImportReason | null {
	const competitor = row.startNumber
		? `number ${row.startNumber.toUpperCase()}`
		: `name ${row.name?.toLowerCase()}`;
	if (seen.competitors.has(competitor)) return "duplicateCompetitor";
	seen.competitors.add(competitor);
	if (row.flightId === null) return null;
	if (seen.flights.has(row.flightId)) return "duplicateFlight";
	seen.flights.add(row.flightId);
	return null;
}

/** Keeps the order of the file; a missing position is one more than the number of rows with more points. */
function placed(rows: Unplaced[]): ImportedResult[] {
	return rows.map((row) => ({
		...row,
		position: row.position ?? 1 + rows.filter((other) => other.points > row.points).length,
	}));
}
