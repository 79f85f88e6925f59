import { type CsvTableProblem, type CsvTableRow, readCsvTable } from "~/lib/csv/csv-table";
import { type NumberFormat, numberFormatOf, parseNumber } from "~/lib/csv/number-format";
import { limits } from "~/lib/forms/limits";

export interface ImportedGliderType {
	/** Counted from 1. */
	readonly line: number;
	readonly name: string;
	readonly index: number;
	readonly competitionClassType: string;
}

/** The page shows the text `gliderTypes.import.error.<reason>`. */
export type GliderTypesImportReason =
	| CsvTableProblem
	| "duplicate"
	| "index"
	| "nameMissing"
	| "nameTooLong"
	| "separators"
	| "tooManyCells"
	| "unknownClassType";

export interface GliderTypesImportError {
	/** Counted from 1. */
	readonly line: number;
	readonly reason: GliderTypesImportReason;
}

export type GliderTypesImport =
	| { readonly ok: true; readonly gliderTypes: readonly ImportedGliderType[] }
	| { readonly ok: false; readonly errors: readonly GliderTypesImportError[] };

const shape = {
	aliases: {
		name: ["name"],
		index: ["index"],
		competitionClassType: ["competitionclasstype", "competition_class_type"],
	},
	required: [["name"], ["index"], ["competitionClassType"]],
	maxRows: 2000,
} as const;

type Column = keyof typeof shape.aliases;

/** The German handicap list has indices from about 60 to 130; a factor such as 1.05 is the wrong unit. */
const indexRange = { from: 10, to: 200 };

/**
 * Reads `name,index,competitionClassType`, see docs/formats.md section 1. Lists every bad row. A name may occur once in
 * each class type. Indices are read in the one way that fits the whole file.
 */
export function readGliderTypesCsv(text: string, classTypes: readonly string[]): GliderTypesImport {
	const table = readCsvTable<Column>(text, shape);
	if (!table.ok) return { ok: false, errors: [{ line: table.line, reason: table.reason }] };

	const format = numberFormatOf(
		table.rows.map(({ line, cell }) => ({ line, text: cell.index, hasThousands: false })),
	);
	if ("line" in format) return { ok: false, errors: [{ line: format.line, reason: "separators" }] };

	const gliderTypes: ImportedGliderType[] = [];
	const errors: GliderTypesImportError[] = [];
	const seen = new Set<string>();
	for (const row of table.rows) {
		const gliderType = readRow(row, format, classTypes);
		if (typeof gliderType === "string") {
			errors.push({ line: row.line, reason: gliderType });
			continue;
		}
		const identity = gliderTypeIdentity(gliderType);
		if (seen.has(identity)) errors.push({ line: row.line, reason: "duplicate" });
		seen.add(identity);
		gliderTypes.push(gliderType);
	}
	return errors.length > 0 ? { ok: false, errors } : { ok: true, gliderTypes };
}

/** Two names that differ only in the case of letters are the same glider type. */
export function gliderTypeIdentity({
	name,
	competitionClassType,
}: Pick<ImportedGliderType, "name" | "competitionClassType">): string {
	return `${competitionClassType}\n${name.normalize("NFC").toLowerCase()}`;
}

function readRow(
	{ line, cell, tooLong }: CsvTableRow<Column>,
	format: NumberFormat,
	classTypes: readonly string[],
): ImportedGliderType | GliderTypesImportReason {
	if (tooLong) return "tooManyCells";
	if (cell.name === "") return "nameMissing";
	if (cell.name.length > limits.name) return "nameTooLong";
	const index = parseNumber(cell.index, format);
	if (index === null || index < indexRange.from || index > indexRange.to) return "index";
	if (!classTypes.includes(cell.competitionClassType)) return "unknownClassType";
	return { line, name: cell.name, index, competitionClassType: cell.competitionClassType };
}
