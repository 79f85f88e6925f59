import {
	type CsvTableProblem,
	type CsvTableRow,
	type NumberFormat,
	numberFormatOf,
	parseNumber,
	readCsvTable,
} from "~/lib/csv/csv-table";
import { limits } from "~/lib/forms/limits";
import { parseFlightId } from "./results-address";

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
	| "rankAndPoints"
	| "separators"
	| "textTooLong"
	| "tooManyCells"
	| "winnerPoints";

export interface ResultsImportError<Reason = ResultsImportReason> {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly reason: Reason;
	/** The points that were read, when the reason is about them. */
	readonly points?: number;
}

/** A row of a guest, which is left out. */
interface LeftOutGuest {
	/** Line of the file, counted from 1. */
	readonly line: number;
	/** Start number, name and points, as far as the file has them. */
	readonly said: string;
}

type ResultsImport =
	| {
			readonly ok: true;
			readonly rows: readonly ImportedResult[];
			readonly guests: readonly LeftOutGuest[];
	  }
	| {
			readonly ok: false;
			readonly errors: readonly ResultsImportError[];
			/** The good rows. Their competitors may still be unknown. */
			readonly rows: readonly ImportedResult[];
	  };

const tableShape = {
	aliases: {
		position: ["position", "rank", "#"],
		startNumber: ["cn", "contestant_number", "start_number"],
		name: ["name", "contestant", "pilot"],
		aeroclub: ["club", "aeroclub"],
		glider: ["glider", "aircraft_model"],
		handicap: ["handicap"],
		points: ["points"],
		flightId: ["flight_id"],
	},
	required: [["points"], ["startNumber", "name"]],
	maxRows: 500,
} as const;

type Column = keyof typeof tableShape.aliases;

/** Lengths in characters. Two pilots may share a row. */
const longestText = {
	startNumber: limits.startNumber,
	name: 2 * limits.name,
	aeroclub: limits.aeroclub,
	glider: limits.name,
} as const;
const mostPoints = 100_000;
const largestHandicap = 2000;
/** Least points of a winner. One with less has been read wrong. A day on which nobody scored has no winner. */
const leastOfWinner = 10;
/** Texts that may stand in place of a position. */
const unplaced = /^(?:DNF|DNS|DSQ)?$/i;
/** A position, also with a point, or with the mark of a shared one: `2=`. */
const rank = /^=?(\d{1,4}) ?\.?=?$/;
/** Mark of a guest outside the competition. Guests are left out, as those of SoaringSpot are, and the preview names them. */
const guest = /^HC$/i;

/**
 * Reads the results of one class and day (`docs/formats.md` section 3). It lists every bad row with its line and
 * first reason. Rows without a position get one by points; equal points share it. Numbers are read in the one way that fits the
 * whole file.
 */
export function readResultsCsv(text: string): ResultsImport {
	const table = readCsvTable<Column>(text, tableShape);
	if (!table.ok) return { ok: false, errors: [{ line: table.line, reason: table.reason }], rows: [] };

	const format = numberFormatOf(
		table.rows.flatMap(({ line, cell }) => [
			{ line, text: cell.points, hasThousands: true },
			{ line, text: cell.handicap, hasThousands: false },
		]),
	);
	if ("line" in format) return { ok: false, errors: [{ line: format.line, reason: "separators" }], rows: [] };

	const rows: Unplaced[] = [];
	const errors: ResultsImportError[] = [];
	const guests: LeftOutGuest[] = [];
	const flights = new Set<number>();
	for (const row of table.rows) {
		if (guest.test(row.cell.position)) {
			const { startNumber, name, points } = row.cell;
			guests.push({ line: row.line, said: [startNumber, name, points].filter(Boolean).join(" ") });
			continue;
		}
		const result = readRow(row, format);
		if (typeof result === "string") errors.push({ line: row.line, reason: result });
		else if (result.flightId !== null && flights.has(result.flightId))
			errors.push({ line: row.line, reason: "duplicateFlight" });
		else {
			rows.push(result);
			if (result.flightId !== null) flights.add(result.flightId);
		}
	}
	if (errors.length === 0) errors.push(...contradictionsIn(rows));
	return errors.length > 0
		? { ok: false, errors, rows: placed(rows) }
		: { ok: true, rows: placed(rows), guests };
}

/** Errors of rows whose positions and points, as they were read, cannot both be true. */
function contradictionsIn(rows: readonly Unplaced[]): ResultsImportError[] {
	const winner = rows.reduce<Unplaced | null>(
		(best, row) => (row.points > (best?.points ?? 0) ? row : best),
		null,
	);
	if (winner && winner.points < leastOfWinner)
		return [{ line: winner.line, reason: "winnerPoints", points: winner.points }];
	const ranked = rows
		.flatMap(({ line, position, points }) => (position === null ? [] : { line, position, points }))
		.sort((a, b) => a.position - b.position);
	return ranked.flatMap(({ line, position, points }, index) => {
		const before = ranked[index - 1];
		if (!before) return [];
		const fits = position === before.position ? points === before.points : points <= before.points;
		return fits ? [] : { line, reason: "rankAndPoints" as const, points };
	});
}

type Unplaced = Omit<ImportedResult, "position"> & { readonly position: number | null };

function readRow(
	{ line, cell, tooLong }: CsvTableRow<Column>,
	format: NumberFormat,
): Unplaced | ResultsImportReason {
	if (tooLong) return "tooManyCells";
	if (cell.startNumber === "" && cell.name === "") return "competitorMissing";
	for (const column of ["startNumber", "name", "aeroclub", "glider"] as const) {
		if (cell[column].length > longestText[column]) return "textTooLong";
	}
	const position = unplaced.test(cell.position) ? null : Number(rank.exec(cell.position)?.[1] ?? 0);
	if (position === 0) return "position";
	const points = parseNumber(cell.points, format);
	if (points === null || points < 0 || points > mostPoints) return "points";
	const handicap = cell.handicap === "" ? null : parseNumber(cell.handicap, format);
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

/** Gives a row without a position one more than the number of rows with more points. */
function placed(rows: readonly Unplaced[]): ImportedResult[] {
	return rows.map((row) => ({
		...row,
		position: row.position ?? 1 + rows.filter((other) => other.points > row.points).length,
	}));
}
