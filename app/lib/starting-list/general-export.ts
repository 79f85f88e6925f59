import { type CsvCell, type CsvWriteOptions, writeCsv } from "~/lib/csv/csv";
import { isPhone } from "~/lib/registrations/phone";
import type { ExportEntry } from "./export-entry";

/** For programs, or for Czech Excel with semicolons and decimal commas. */
export type GeneralExportDialect = "comma" | "czechExcel";

const columns: readonly (readonly [name: string, cell: (entry: ExportEntry) => CsvCell])[] = [
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

const dialects: Readonly<Record<GeneralExportDialect, CsvWriteOptions>> = {
	comma: { delimiter: "," },
	czechExcel: { delimiter: ";", decimalComma: true },
};

/**
 * See docs/formats.md section 1. Text that a spreadsheet would run as a formula gets a leading apostrophe; a valid phone
 * number does not, although it begins with a plus.
 */
export function generalExport(
	entries: readonly ExportEntry[],
	dialect: GeneralExportDialect = "comma",
): string {
	return writeCsv(
		columns.map(([name]) => name),
		entries.map((entry) => columns.map(([, cell]) => cell(entry))),
		{ ...dialects[dialect], guardFormulas: true },
	);
}
