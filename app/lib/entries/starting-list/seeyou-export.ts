import { type CsvCell, writeCsv } from "~/lib/csv/csv";
import { handicapDecimals, handicapOf } from "~/lib/entries/classes/handicap";
import type { ExportEntry } from "./export-entry";

/** In SeeYou Competition. */
const longestStartNumber = 8;

const homeCountry = "CZ";

const columns: readonly (readonly [name: string, cell: (entry: ExportEntry) => CsvCell])[] = [
	["first_name", (entry) => entry.name],
	["last_name", (entry) => entry.surname],
	["birth_date", (entry) => entry.birthDate ?? ""],
	["nationality", (entry) => nationality(entry.region)],
	["civl_id", () => 0],
	["igc_id", (entry) => String(entry.igcId ?? 0)],
	["email", (entry) => entry.email],
	["phone", (entry) => entry.phone],
	["club", (entry) => entry.aeroclub],
	["team", () => ""],
	["sponsors", () => ""],
	["aircraft_model", (entry) => entry.gliderType.name],
	["contestant_number", (entry) => [...entry.startNumber].slice(0, longestStartNumber).join("")],
	["aircraft_registration", (entry) => entry.registrationNumber],
	["handicap", handicapCell],
	["pure_glider", (entry) => (entry.hasEngine ? "False" : "True")],
	["flight_recorders", (entry) => entry.logger],
	["tag", () => ""],
	["not_competing", () => "False"],
	["status", () => ""],
	["live_track_id", () => ""],
	["id_contestant", () => -1],
];

function nationality(region: ExportEntry["region"]): string {
	return /^[A-Z]{2}$/.test(region.country) ? region.country : homeCountry;
}

function handicapCell(entry: ExportEntry): CsvCell {
	const handicap = handicapOf(entry.gliderType.index, entry.competitionClass.referenceIndex);
	return handicap === null ? null : { value: handicap, decimals: handicapDecimals };
}

/**
 * The contestants of one class, see docs/formats.md section 1; leaves out reserves and waiting entries. Who has withdrawn
 * stays: SeeYou scores the days flown before. A program reads
 * the file, so text that looks like a formula gets no apostrophe.
 */
export function seeYouExport(entries: readonly ExportEntry[]): string {
	return writeCsv(
		columns.map(([name]) => name),
		entries
			.filter((entry) => (entry.accepted || entry.withdrawnFrom !== null) && !entry.isReserve)
			.map((entry) => columns.map(([, cell]) => cell(entry))),
		{ quoteStrings: true },
	);
}
