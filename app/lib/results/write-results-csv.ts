import { type CsvCell, writeColumns, writeCsv } from "~/lib/csv/csv";
import { formatClock } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { penaltyReason } from "~/lib/scoring/finding-values";
import type { RowPenalty } from "~db/schema";
import type { DaySheet } from "./day-sheet.server";
import type { TotalSheet } from "./total-sheet.server";

/** The columns that an import reads come first. Times are local, distances kilometres, speeds km/h. */
const read = ["position", "cn", "name", "club", "glider", "handicap", "points"] as const;
const flown = ["status", "start", "finish", "distance_km", "speed_kmh"] as const;
const penalised = ["penalty", "penalty_reason"] as const;

/**
 * Writes the table as CSV, in the columns of our own import and those of our own scoring (`docs/formats.md` section 3). Guests have
 * the position `HC`, and a row without a place has the status of the flight instead. Czech spreadsheets take semicolons and commas.
 */
export function writeResultsCsv({ rows }: DaySheet, language: Language): string {
	return write(
		[...read, ...flown, ...penalised],
		rows.map((row): readonly CsvCell[] => [
			rankOf(row),
			...competitorOf(row),
			row.handicap,
			row.points ?? 0,
			row.status,
			clockOf(row.start),
			clockOf(row.finish),
			row.distanceM === null ? null : { value: row.distanceM / 1000, decimals: 3 },
			row.speedKmh === null ? null : { value: row.speedKmh, decimals: 2 },
			row.penalty,
			row.penalties.flatMap(reasonOf(language)).join("; "),
		]),
		language,
	);
}

/** Writes the total in the same columns, with the points of each day under its date. */
export function writeTotalCsv({ days, rows }: TotalSheet, language: Language): string {
	return write(
		[...read, ...days.map(({ date }) => date), ...penalised],
		rows.map((row): readonly CsvCell[] => [
			row.disqualification ? "DSQ" : row.points > 0 ? row.position : null,
			...competitorOf(row),
			row.handicap,
			row.points,
			...row.days,
			row.penalties.flat().reduce((sum, { points }) => sum + points, 0),
			row.penalties
				.flatMap((ofDay, index) =>
					ofDay.flatMap(reasonOf(language)).map((reason) => `${days[index]?.date} ${reason}`),
				)
				.join("; "),
		]),
		language,
	);
}

/**
 * Writes official results under the names that SoaringSpot has for them, in its units: metres and metres per second. A program reads it,
 * so it is the same in every language.
 */
export function writeSoaringSpotCsv({ rows }: DaySheet): string {
	return writeColumns<DaySheet["rows"][number]>(
		[
			["rank", rankOf],
			["contestant_number", (row) => row.startNumber],
			["name", (row) => row.name],
			["club", (row) => row.aeroclub],
			["aircraft_model", (row) => row.glider],
			["aircraft_registration", (row) => row.registrationNumber],
			["handicap", (row) => row.handicap],
			["not_competing", (row) => (row.isGuest ? "True" : "False")],
			["points", (row) => row.points ?? 0],
			["penalty", (row) => row.penalty],
			["scored_distance", (row) => (row.distanceM === null ? null : { value: row.distanceM, decimals: 0 })],
			["scored_speed", (row) => (row.speedKmh === null ? null : { value: row.speedKmh / 3.6, decimals: 3 })],
		],
		rows,
		{ guardFormulas: true },
	);
}

function write(header: readonly string[], rows: readonly (readonly CsvCell[])[], language: Language): string {
	const czech = { delimiter: ";", decimalComma: true } as const;
	return writeCsv(header, rows, { guardFormulas: true, ...(language === "cs" ? czech : {}) });
}

type Competitor = Pick<DaySheet["rows"][number], "startNumber" | "name" | "aeroclub" | "glider">;

function competitorOf({ startNumber, name, aeroclub, glider }: Competitor): readonly CsvCell[] {
	return [startNumber, name, aeroclub, glider];
}

function rankOf({ isGuest, place, status }: DaySheet["rows"][number]): CsvCell {
	return isGuest ? "HC" : (place ?? unplaced[status] ?? null);
}

function reasonOf(language: Language): (penalty: RowPenalty) => string[] {
	const { t } = textsOf(language);
	return (penalty) => {
		const { points } = penalty;
		const text = penaltyReason(t, penalty, language);
		return points > 0 ? [text === "" ? `${points}` : `${points}: ${text}`] : [];
	};
}

const unplaced: Readonly<Record<string, string>> = { dnf: "DNF", missing: "DNF", dsq: "DSQ" };

function clockOf(moment: number | null): string | null {
	return moment === null ? null : formatClock(new Date(moment), "en");
}
