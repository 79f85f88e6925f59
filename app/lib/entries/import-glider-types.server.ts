import { type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import {
	type CsvTableProblem,
	type CsvTableRow,
	type NumberFormat,
	numberFormatOf,
	parseNumber,
	readCsvTable,
} from "~/lib/csv/csv-table";
import type { Db } from "~/lib/db/client.server";
import { chunkRows, commit } from "~/lib/db/commit.server";
import { isAmong } from "~/lib/db/conditions.server";
import { read } from "~/lib/db/read.server";
import { compareClasses } from "~/lib/editions/classes";
import { limits } from "~/lib/forms/limits";
import { compareNames } from "~/lib/i18n/collate";
import { gliderTypes, registrations } from "~db/schema";
import { allGliderTypes } from "./classes-queries.server";
import { holdFrom } from "./keep-flown.server";

interface ImportedGliderType {
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

interface GliderTypesImportError {
	/** Counted from 1. */
	readonly line: number;
	readonly reason: GliderTypesImportReason;
}

type GliderTypesImport =
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

/** Handicap lists have indices from about 60 to 130; a factor such as 1.05 is the wrong unit. */
const indexRange = { from: 10, to: 200 };

/**
 * Reads `name,index,competitionClassType`, see docs/formats.md section 1, and lists every bad row. A name may occur once in each
 * class type. Indices are read in the one way that fits the whole file.
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

/** Key of a glider type. Two names that differ only in the case of letters are the same type. */
function gliderTypeIdentity({
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

export interface IndexChange {
	readonly name: string;
	readonly classType: string;
	/** The index; null for a new glider type. */
	readonly before: number | null;
	readonly after: number;
}

export type ImportPlan =
	| {
			readonly ok: true;
			readonly changes: readonly IndexChange[];
			readonly unchanged: number;
			/** Known types that are not in the list. They keep their indices. */
			readonly missing: { readonly count: number; readonly ofEntries: readonly string[] };
	  }
	| { readonly ok: false; readonly errors: readonly GliderTypesImportError[] };

type Known = typeof gliderTypes.$inferSelect;

function planOf(
	imported: readonly ImportedGliderType[],
	known: readonly Known[],
	classTypes: readonly string[],
): IndexChange[] {
	const types = new Map(known.map((type) => [gliderTypeIdentity(type), type]));
	return imported
		.map((type) => {
			const same = types.get(gliderTypeIdentity(type));
			return {
				name: same?.name ?? type.name,
				classType: type.competitionClassType,
				before: same?.index ?? null,
				after: type.index,
			};
		})
		.filter(({ before, after }) => before !== after)
		.sort((a, b) => compareClasses(classTypes, a.classType, b.classType) || compareNames(a.name, b.name));
}

/** Returns the changes that an import would make, or every error of the list. It writes nothing. */
export async function planGliderTypes({ db }: StaffCtx<"entries">, csv: string): Promise<ImportPlan> {
	const imported = readGliderTypesCsv(csv, db.classTypes);
	if (!imported.ok) return imported;
	const { known, flown } = await read(db, {
		known: allGliderTypes(db),
		flown: db.selectDistinct({ id: registrations.gliderTypeId }).from(registrations),
	});
	const changes = planOf(imported.gliderTypes, known, db.classTypes);
	const listed = new Set(imported.gliderTypes.map(gliderTypeIdentity));
	const missing = known.filter((type) => !listed.has(gliderTypeIdentity(type)));
	return {
		ok: true,
		changes,
		unchanged: imported.gliderTypes.length - changes.length,
		missing: {
			count: missing.length,
			ofEntries: missing
				.filter(({ id }) => flown.some((one) => one.id === id))
				.map(({ name }) => name)
				.toSorted(compareNames),
		},
	};
}

/** Condition of `gliderTypes`: their index is another one. */
function isChanged(changes: readonly IndexChange[]): SQL {
	const { name, competitionClassType } = gliderTypes;
	const names = changes.map((change) => `${change.classType}\n${change.name}`);
	return isAmong(sql`${competitionClassType} || char(10) || ${name}`, names);
}

/**
 * Adds new glider types and sets the indices of known ones. Other types stay, because entries may refer to them.
 * @param from local date from which the indices hold
 */
export async function importGliderTypes(
	ctx: StaffCtx<"entries">,
	csv: string,
	from: string | null,
): Promise<ImportPlan> {
	const { db } = ctx;
	const plan = await planGliderTypes(ctx, csv);
	if (!plan.ok || plan.changes.length === 0) return plan;
	const rows = plan.changes.map(({ name, classType, after }) => ({
		name,
		index: after,
		competitionClassType: classType,
	}));
	const holding = await holdFrom(ctx, { columns: ["gliderIndex"], entries: isChanged(plan.changes), from });
	await commit(ctx, {
		statements: [...holding.before, ...setGliderTypes(db, rows), ...holding.after],
		audit: {
			action: "glider-types.import",
			after: { changes: plan.changes.map((change) => ({ ...change })) },
		},
		effects: [{ kind: "class-scores-due", classIds: null, from: holding.from, by: "organiser" }],
		visible: true,
	});
	return plan;
}

/** Statements that add glider types, and set the index of those that are there. */
export function setGliderTypes(
	db: Db,
	types: readonly Pick<Known, "name" | "index" | "competitionClassType">[],
) {
	const rows = types.map(({ name, index, competitionClassType }) => ({
		id: crypto.randomUUID(),
		name,
		index,
		competitionClassType,
	}));
	return chunkRows(rows, 4).map((some) =>
		db
			.insert(gliderTypes)
			.values(some)
			.onConflictDoUpdate({
				target: [gliderTypes.name, gliderTypes.competitionClassType],
				set: { index: sql`excluded."index"` },
			}),
	);
}
