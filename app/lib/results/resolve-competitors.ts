import { foldedNumber } from "~/lib/i18n/collate";
import type { ImportedResult, ResultsImportError, ResultsImportReason } from "./read-results-csv";
import type { UnboundRow } from "./result-tables.server";

/** A competitor known from the results of other days, or from the entries. */
export interface KnownCompetitor {
	/** Key that joins the days of a competitor. */
	readonly competitor: string;
	/** Null for results of other days. */
	readonly registrationId: string | null;
	readonly startNumber: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
}

export type ResolveReason =
	| ResultsImportReason
	| "ambiguousCompetitor"
	| "competitorUnknown"
	| "duplicateCompetitor";

function foldedName(text: string): string {
	return text.trim().replace(/\s+/g, " ").toLocaleLowerCase("cs");
}

/**
 * Finds the competitor of each row, so that it joins the rows of other days, and fills in what the file leaves out. The start
 * number identifies a competitor; without one, the name does. A number or name that two competitors have identifies neither. An
 * unknown start number needs a name. A handicap that the file leaves out stays empty: nobody knows which one was used for the
 * scores.
 */
export function resolveCompetitors(
	rows: readonly ImportedResult[],
	known: readonly KnownCompetitor[],
): { readonly rows: readonly UnboundRow[]; readonly errors: readonly ResultsImportError<ResolveReason>[] } {
	const resolved: UnboundRow[] = [];
	const errors: ResultsImportError<ResolveReason>[] = [];
	const seen = new Set<string>();
	for (const row of rows) {
		const found = find(row, known);
		if (found === "ambiguous") {
			errors.push({ line: row.line, reason: "ambiguousCompetitor" });
			continue;
		}
		const name = row.name ?? found?.name;
		const competitor = found?.competitor ?? (row.startNumber ? foldedNumber(row.startNumber) : name);
		if (name === undefined || competitor === undefined) {
			errors.push({ line: row.line, reason: "competitorUnknown" });
		} else if (seen.has(foldedName(competitor))) {
			errors.push({ line: row.line, reason: "duplicateCompetitor" });
		} else {
			seen.add(foldedName(competitor));
			resolved.push({
				competitor,
				name,
				position: row.position,
				aeroclub: row.aeroclub ?? found?.aeroclub ?? "",
				glider: row.glider ?? found?.glider ?? "",
				handicap: row.handicap,
				points: row.points,
				penalty: null,
				distanceM: null,
				speedKmh: null,
				totalPoints: null,
				totalPosition: null,
				flightId: row.flightId,
			});
		}
	}
	return { rows: resolved, errors };
}

/** The competitor of a row; undefined for an unknown one. */
function find(
	{ startNumber, name }: ImportedResult,
	known: readonly KnownCompetitor[],
): KnownCompetitor | "ambiguous" | undefined {
	const hasName = (one: KnownCompetitor) => name !== null && foldedName(one.name) === foldedName(name);
	if (!startNumber) {
		const named = known.filter(hasName);
		const numbers = named.flatMap((one) => (one.startNumber === null ? [] : foldedNumber(one.startNumber)));
		return new Set(numbers).size > 1 ? "ambiguous" : named[0];
	}
	const numbered = known.filter(
		(one) => one.startNumber !== null && foldedNumber(one.startNumber) === foldedNumber(startNumber),
	);
	const [scored] = numbered.filter(({ registrationId }) => registrationId === null);
	if (scored || numbered.length < 2) return scored ?? numbered[0];
	// Two entries share the number, so it binds neither. What the file leaves out must not come from the wrong one.
	if (name === null) return "ambiguous";
	const [namesake, other] = numbered.filter(hasName);
	return other ? undefined : namesake;
}
