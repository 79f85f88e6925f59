import { type CsvCell, writeCsv } from "~/lib/csv/csv";
import { formatClock } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { DaySheet } from "./day-sheet.server";

/** The columns that an import reads, then those that only our scores have. Times are local, distances kilometres, speeds km/h. */
const columns = [
	...["position", "cn", "name", "club", "glider", "handicap", "points"],
	...["status", "start", "finish", "distance_km", "speed_kmh", "penalty", "penalty_reason"],
] as const;

/**
 * Writes the table as CSV, in the columns of our own import and those of our own scoring (`docs/formats.md` section 3). Guests have
 * the position `HC`, and a row without a place has the status of the flight instead. Czech spreadsheets take semicolons and commas.
 */
export function writeResultsCsv({ rows }: DaySheet, language: Language): string {
	return writeCsv(
		columns,
		rows.map((row): readonly CsvCell[] => [
			row.guest ? "HC" : (row.place ?? unplaced[row.status] ?? null),
			row.pilot.startNumber,
			`${row.pilot.name} ${row.pilot.surname}`,
			row.pilot.aeroclub,
			row.pilot.glider,
			row.handicap,
			row.points ?? 0,
			row.status,
			clockOf(row.start),
			clockOf(row.finish),
			row.distanceM === null ? null : { value: row.distanceM / 1000, decimals: 3 },
			row.speedKmh === null ? null : { value: row.speedKmh, decimals: 2 },
			row.penalty,
			row.penalties.flatMap(({ points, text }) => (points > 0 ? `${points}: ${text}` : [])).join("; "),
		]),
		{ guardFormulas: true, ...(language === "cs" ? { delimiter: ";", decimalComma: true } : {}) },
	);
}

const unplaced: Readonly<Record<string, string>> = { dnf: "DNF", missing: "DNF", dsq: "DSQ" };

function clockOf(moment: number | null): string | null {
	return moment === null ? null : formatClock(new Date(moment), "en");
}
