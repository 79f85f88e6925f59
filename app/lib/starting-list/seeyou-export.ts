import { HANDICAP_DECIMALS, handicapOf } from "~/lib/classes/handicap";
import { type CsvCell, writeCsv } from "~/lib/csv/csv";
import type { ExportEntry } from "./export-entry";

/** Longest `contestant_number` that SeeYou Competition takes. */
const START_NUMBER_LENGTH = 8;

const HOME_COUNTRY = "CZ";

const COLUMNS: [name: string, cell: (entry: ExportEntry) => CsvCell][] = [
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
	["contestant_number", (entry) => [...entry.startNumber].slice(0, START_NUMBER_LENGTH).join("")],
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
	return /^[A-Z]{2}$/.test(region.country) ? region.country : HOME_COUNTRY;
}

function handicapCell(entry: ExportEntry): CsvCell {
	const handicap = handicapOf(entry.gliderType.index, entry.competitionClass.referenceIndex);
	return handicap === null ? null : { value: handicap, decimals: HANDICAP_DECIMALS };
}

/**
 * The contestants file of one class for SeeYou Competition (formats.md section 1), in the order given. Only accepted
 * entries that are not reserves are in it. The file is data for a program, so no apostrophe is put before anything.
 */
export function seeYouExport(entries: ExportEntry[]): string {
	return writeCsv(
		COLUMNS.map(([name]) => name),
		entries
			.filter((entry) => entry.accepted && !entry.isReserve)
			.map((entry) => COLUMNS.map(([, cell]) => cell(entry))),
		{ quoteStrings: true },
	);
}
