import { type CsvCell, type CsvWriteOptions, writeCsv } from "~/lib/csv/csv";
import { isPhone } from "~/lib/entries/phone";
import type { ExportEntry } from "./export-entry";

/**
 * The API's, whose columns never change; the page's; and the page's for Czech Excel, with semicolons and decimal commas.
 */
export type GeneralExportDialect = "contract" | "comma" | "czechExcel";

type Column = readonly [name: string, cell: (entry: ExportEntry) => CsvCell];

const contractColumns: readonly Column[] = [
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

const pageColumns: readonly Column[] = [
	...contractColumns,
	["variableSymbol", (entry) => entry.variableSymbol],
	["withdrawnFrom", (entry) => entry.withdrawnFrom],
];

interface Dialect extends CsvWriteOptions {
	readonly columns: readonly Column[];
}

const dialects: Readonly<Record<GeneralExportDialect, Dialect>> = {
	contract: { columns: contractColumns, delimiter: "," },
	comma: { columns: pageColumns, delimiter: "," },
	czechExcel: { columns: pageColumns, delimiter: ";", decimalComma: true },
};

/**
 * See docs/formats.md section 1. Text that a spreadsheet would run as a formula gets a leading apostrophe; a valid phone
 * number does not, although it begins with a plus.
 */
export function generalExport(entries: readonly ExportEntry[], dialect: GeneralExportDialect): string {
	const { columns, ...options } = dialects[dialect];
	return writeCsv(
		columns.map(([name]) => name),
		entries.map((entry) => columns.map(([, cell]) => cell(entry))),
		{ ...options, guardFormulas: true },
	);
}
