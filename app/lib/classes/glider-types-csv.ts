import { type CsvTableProblem, type CsvTableRow, parseDecimal, readCsvTable } from "~/lib/csv/csv-table";
import { limits } from "~/lib/forms/limits";

/** A glider type of an uploaded list, checked. */
export interface ImportedGliderType {
	/** Line of the file. */
	line: number;
	name: string;
	index: number;
	competitionClassType: string;
}

/** Why a row or the file is refused; the page shows the text under `gliderTypes.import.error.<reason>`. */
export type GliderTypesImportReason =
	| CsvTableProblem
	| "duplicate"
	| "index"
	| "nameMissing"
	| "nameTooLong"
	| "tooManyCells"
	| "unknownClassType";

export interface GliderTypesImportError {
	/** Line of the file, counted from 1. */
	line: number;
	reason: GliderTypesImportReason;
}

export type GliderTypesImport =
	| { ok: true; gliderTypes: ImportedGliderType[] }
	| { ok: false; errors: GliderTypesImportError[] };

const SHAPE = {
	aliases: {
		name: ["name"],
		index: ["index"],
		competitionClassType: ["competitionclasstype", "competition_class_type"],
	},
	required: [["name"], ["index"], ["competitionClassType"]],
	maxRows: 2000,
} as const;

type Column = keyof typeof SHAPE.aliases;

/** The German handicap list stays between about 60 and 130; a factor such as 1.05 is the wrong unit. */
const INDEX_RANGE = { from: 10, to: 200 };

/**
 * Reads a list of glider types, `name,index,competitionClassType` (formats.md section 1). Either every row is good or
 * every bad row is listed with its line. The same name may stand once in each class type.
 *
 * @param classTypes the types of the edition's competition classes
 */
export function readGliderTypesCsv(text: string, classTypes: readonly string[]): GliderTypesImport {
	const table = readCsvTable<Column>(text, SHAPE);
	if (!table.ok) return { ok: false, errors: [{ line: table.line, reason: table.reason }] };

	const gliderTypes: ImportedGliderType[] = [];
	const errors: GliderTypesImportError[] = [];
	const seen = new Set<string>();
	for (const row of table.rows) {
		const gliderType = readRow(row, classTypes);
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

/** What tells glider types apart: the class type and the name, whatever its letters. */
export function gliderTypeIdentity({
	name,
	competitionClassType,
}: Pick<ImportedGliderType, "name" | "competitionClassType">): string {
	return `${competitionClassType}\n${name.normalize("NFC").toLowerCase()}`;
}

function readRow(
	{ line, cell, tooLong }: CsvTableRow<Column>,
	classTypes: readonly string[],
): ImportedGliderType | GliderTypesImportReason {
	if (tooLong) return "tooManyCells";
	if (cell.name === "") return "nameMissing";
	if (cell.name.length > limits.name) return "nameTooLong";
	const index = parseDecimal(cell.index);
	if (index === null || index < INDEX_RANGE.from || index > INDEX_RANGE.to) return "index";
	if (!classTypes.includes(cell.competitionClassType)) return "unknownClassType";
	return { line, name: cell.name, index, competitionClassType: cell.competitionClassType };
}
