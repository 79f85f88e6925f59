import type { ImportedResult, ResultsImportReason } from "./results-csv";
import type { KeptRow } from "./stored-sheets.server";

/** A competitor of the class, from its results of other days or from the entries. */
export interface KnownCompetitor {
	/** What the rows of other days are known by. */
	readonly competitor: string;
	readonly startNumber: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
}

export type ResolveReason = ResultsImportReason | "competitorUnknown";

export interface RowError {
	/** Line of the file, counted from 1. */
	readonly line: number;
	readonly reason: ResolveReason;
}

/** A start number as it is compared. */
export const foldedNumber = (text: string) => text.replace(/\s/g, "").toUpperCase();
const foldedName = (text: string) => text.trim().replace(/\s+/g, " ").toLocaleLowerCase("cs");

/**
 * Finds out about whom the rows of a file are, so that they go together with those of other days, and fills in what
 * the file leaves out. A competitor is found by the start number, else by the name; a start number that nobody has
 * needs a name.
 */
export function resolveCompetitors(
	rows: readonly ImportedResult[],
	known: readonly KnownCompetitor[],
): { readonly rows: readonly KeptRow[]; readonly errors: readonly RowError[] } {
	const kept: KeptRow[] = [];
	const errors: RowError[] = [];
	const seen = new Set<string>();
	for (const row of rows) {
		const found = find(row, known);
		const name = row.name ?? found?.name;
		const competitor = found?.competitor ?? (row.startNumber ? foldedNumber(row.startNumber) : name);
		if (name === undefined || competitor === undefined) {
			errors.push({ line: row.line, reason: "competitorUnknown" });
		} else if (seen.has(competitor)) {
			errors.push({ line: row.line, reason: "duplicateCompetitor" });
		} else {
			seen.add(competitor);
			kept.push({
				competitor,
				name,
				position: row.position,
				aeroclub: row.aeroclub ?? found?.aeroclub ?? "",
				glider: row.glider ?? found?.glider ?? "",
				handicap: row.handicap ?? found?.handicap ?? null,
				points: row.points,
				totalPoints: null,
				totalPosition: null,
				flightId: row.flightId,
			});
		}
	}
	return { rows: kept, errors };
}

function find(row: ImportedResult, known: readonly KnownCompetitor[]): KnownCompetitor | undefined {
	const { startNumber, name } = row;
	if (startNumber) {
		const number = foldedNumber(startNumber);
		return known.find((one) => one.startNumber !== null && foldedNumber(one.startNumber) === number);
	}
	return name ? known.find((one) => foldedName(one.name) === foldedName(name)) : undefined;
}
