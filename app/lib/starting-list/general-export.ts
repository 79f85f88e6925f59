import { type CsvCell, type CsvWriteOptions, writeCsv } from "~/lib/csv/csv";
import { isPhone } from "~/lib/registrations/phone";
import type { ExportEntry } from "./export-entry";

/** How the general export is written: for programs, or for Czech Excel (semicolon and decimal comma). */
export type GeneralExportDialect = "comma" | "czechExcel";

const COLUMNS: [name: string, cell: (entry: ExportEntry) => CsvCell][] = [
	["name", (entry) => entry.name],
	["surname", (entry) => entry.surname],
	["birthDate", (entry) => entry.birthDate],
	["phone", (entry) => (isPhone(entry.phone) ? { verbatim: entry.phone } : entry.phone)],
	["email", (entry) => entry.email],
	["aeroclub", (entry) => entry.aeroclub],
	["region", (entry) => entry.region.name],
	["gliderType", (entry) => entry.gliderType.name],
	["gliderIndex", (entry) => entry.gliderType.index],
	["registrationNumber", (entry) => entry.registrationNumber],
	["startNumber", (entry) => entry.startNumber],
	["competitionClass", (entry) => entry.competitionClass.name],
	["accomodationType", (entry) => entry.accommodationType],
	["accomodationQuantity", (entry) => entry.quantity],
	["meals", (entry) => entry.meals],
	["note", (entry) => entry.note],
	["paid", (entry) => (entry.paid ? "zaplaceno" : "nezaplaceno")],
	["accepted", (entry) => String(entry.accepted)],
	["isReserve", (entry) => (entry.isReserve ? "náhradník" : "")],
	["registrationCompleted", (entry) => String(entry.registrationCompleted)],
	["igcId", (entry) => entry.igcId],
];

const DIALECTS: Record<GeneralExportDialect, CsvWriteOptions> = {
	comma: { delimiter: "," },
	czechExcel: { delimiter: ";", decimalComma: true },
};

/**
 * The general export of formats.md section 1: all entries in the order given, accepted and waiting alike.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe; a valid phone number does not.
 */
export function generalExport(entries: ExportEntry[], dialect: GeneralExportDialect = "comma"): string {
	return writeCsv(
		COLUMNS.map(([name]) => name),
		entries.map((entry) => COLUMNS.map(([, cell]) => cell(entry))),
		{ ...DIALECTS[dialect], guardFormulas: true },
	);
}
