import type { z } from "zod";
import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { listedCompetitors } from "~/lib/entries/starting-list/starting-list-queries.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { done, type Refusal, type Result, refuse } from "~/lib/result";
import type { competitionClasses, competitionDays } from "~db/schema";
import { bindRows, competitorsOfClass } from "./bind-rows.server";
import type { ImportInput, tableSchema } from "./import-schema";
import { uncoverOurs } from "./own-table.server";
import {
	type ImportedResult,
	type ResultsImportError,
	type ResultsImportReason,
	readResultsCsv,
} from "./results-csv";
import { startNumberOf } from "./standings";
import {
	removalOf,
	replaceSheet,
	type SheetContent,
	type StoredTable,
	saysTheSame,
	sheetQueries,
	summaryOf,
	toStoredSheets,
	type UnboundRow,
} from "./stored-sheets.server";

export interface Imported extends ImportCheck {
	/** `refused`: rows are bad; `stale`: the table has changed since the preview. */
	readonly outcome: "imported" | "refused" | "stale";
}

/**
 * Replaces the results of a class and day by those of a file. It writes nothing when a row is bad or the table has changed since
 * the preview. Sent twice, the second import changes nothing and succeeds.
 */
export async function importResults(
	ctx: AdminCtx,
	input: ImportInput,
): Promise<Result<Imported, "invalid-fields">> {
	const checked = await checkImport(ctx, input);
	if (!checked.ok) return checked satisfies Refusal;
	const check = checked.value;
	const { competitionClass, day, stored, content } = check;
	if (check.errors.length > 0) return done({ ...check, outcome: "refused" });
	if (stored && saysTheSame(stored, content)) return done({ ...check, outcome: "imported" });
	if (stateOf(stored) !== input.replaces) return done({ ...check, outcome: "stale" });
	const written = await commit(ctx, {
		statements: replaceSheet(
			ctx.db,
			{ classId: competitionClass.id, dayId: day.id },
			stored,
			content,
			ctx.now,
		),
		audit: {
			action: "results.import",
			subjectId: competitionClass.id,
			before: stored && summaryOf(day.id, stored),
			after: summaryOf(day.id, content),
		},
		visible: true,
	});
	if (written.ok) return done({ ...check, outcome: "imported" });
	// Somebody else was faster; the new preview shows what they wrote.
	const again = await checkImport(ctx, input);
	return again.ok ? done({ ...again.value, outcome: "stale" }) : again;
}

export interface ImportCheck {
	readonly competitionClass: Pick<typeof competitionClasses.$inferSelect, "id" | "type">;
	readonly day: Pick<typeof competitionDays.$inferSelect, "id" | "name" | "date" | "task">;
	/** The table that the import replaces. */
	readonly stored: StoredTable | null;
	readonly content: SheetContent;
	/** A single error refuses the file. */
	readonly errors: readonly ResultsImportError<ResolveReason>[];
}

/** The state of the stored table. It is sent along with the confirmation, so that a change after the preview is noticed. */
export function stateOf(stored: Pick<StoredTable, "updatedAt"> | null): string {
	return stored ? String(stored.updatedAt.getTime()) : "none";
}

/** Reads a file without writing anything. */
export async function checkImport(
	{ db }: AdminCtx,
	input: Pick<ImportInput, "competitionClass" | "day" | "status" | "text">,
): Promise<Result<ImportCheck, "invalid-fields">> {
	const { classes, listed, day, competitors, ...official } = await read(db, {
		classes: allClasses(db),
		listed: listedCompetitors(db),
		day: first(dayById(db, input.day)),
		competitors: competitorsOfClass(db, input.competitionClass),
		...sheetQueries(db, input.competitionClass),
	});
	const competitionClass = classes.find(({ id }) => id === input.competitionClass);
	if (!competitionClass) return refuse("invalid-fields", { competitionClass: "form.field.choice" });
	if (!day) return refuse("invalid-fields", { day: "form.field.choice" });

	const scored: KnownCompetitor[] = official.rows
		.filter(({ dayId }) => dayId !== day.id)
		.map((row) => ({ ...row, registrationId: null, startNumber: startNumberOf(row) }));
	const entered: KnownCompetitor[] = listed
		.filter(({ classId }) => classId === competitionClass.id)
		.map((entry) => ({
			competitor: foldedNumber(entry.startNumber),
			registrationId: entry.id,
			startNumber: entry.startNumber,
			name: `${entry.name} ${entry.surname}`,
			aeroclub: entry.aeroclub,
			glider: entry.gliderName,
		}));
	const table = readResultsCsv(input.text);
	const resolved = resolveCompetitors(table.rows, [...scored, ...entered]);
	const errors = [...(table.ok ? [] : table.errors), ...resolved.errors].sort((a, b) => a.line - b.line);
	const { id, type } = competitionClass;
	return done({
		competitionClass: { id, type },
		day: { id: day.id, name: day.name, date: day.date, task: day.task },
		stored: toStoredSheets(official).find(({ dayId }) => dayId === day.id) ?? null,
		content: { status: input.status, source: "csv", rows: bindRows(resolved.rows, competitors) },
		errors,
	});
}

/** Removes an imported table; ours takes its place, in the state that it had. Refuses a table that is from elsewhere or gone. */
export async function removeImport(
	ctx: AdminCtx,
	where: z.infer<typeof tableSchema>,
): Promise<Result<null, "stale">> {
	const tables = toStoredSheets(await read(ctx.db, sheetQueries(ctx.db, where.competitionClass)));
	const imported = tables.find(({ dayId, source }) => dayId === where.day && source === "csv");
	if (!imported) return refuse("stale");
	const written = await commit(ctx, {
		statements: await uncoverOurs(ctx, tables, imported),
		audit: removalOf(imported),
		visible: true,
	});
	return written.ok ? done(null) : refuse("stale");
}

/** A competitor known from the results of other days, or from the entries. */
interface KnownCompetitor {
	/** Key that joins the days of a competitor. */
	readonly competitor: string;
	/** Null for results of other days. */
	readonly registrationId: string | null;
	readonly startNumber: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
}

export type ResolveReason =
	| ResultsImportReason
	| "ambiguousCompetitor"
	| "competitorUnknown"
	| "duplicateCompetitor";

function foldedName(text: string): string {
	return text.trim().replace(/\s+/g, " ").toLocaleLowerCase("cs");
}

/**
 * Finds the competitor of each row, so that it joins the rows of other days, and fills in what the file leaves out. The start
 * number identifies a competitor; without one, the name does. A number or name that two competitors have identifies neither. An
 * unknown start number needs a name. A handicap that the file leaves out stays empty: nobody knows which one was used for the
 * scores.
 */
function resolveCompetitors(
	rows: readonly ImportedResult[],
	known: readonly KnownCompetitor[],
): { readonly rows: readonly UnboundRow[]; readonly errors: readonly ResultsImportError<ResolveReason>[] } {
	const resolved: UnboundRow[] = [];
	const errors: ResultsImportError<ResolveReason>[] = [];
	const seen = new Set<string>();
	for (const row of rows) {
		const found = find(row, known);
		if (found === "ambiguous") {
			errors.push({ line: row.line, reason: "ambiguousCompetitor" });
			continue;
		}
		const name = row.name ?? found?.name;
		const competitor = found?.competitor ?? (row.startNumber ? foldedNumber(row.startNumber) : name);
		if (name === undefined || competitor === undefined) {
			errors.push({ line: row.line, reason: "competitorUnknown" });
		} else if (seen.has(foldedName(competitor))) {
			errors.push({ line: row.line, reason: "duplicateCompetitor" });
		} else {
			seen.add(foldedName(competitor));
			resolved.push({
				competitor,
				name,
				position: row.position,
				aeroclub: row.aeroclub ?? found?.aeroclub ?? "",
				glider: row.glider ?? found?.glider ?? "",
				handicap: row.handicap,
				points: row.points,
				penalty: null,
				distanceM: null,
				speedKmh: null,
				totalPoints: null,
				totalPosition: null,
				flightId: row.flightId,
			});
		}
	}
	return { rows: resolved, errors };
}

function find(
	{ startNumber, name }: ImportedResult,
	known: readonly KnownCompetitor[],
): KnownCompetitor | "ambiguous" | undefined {
	const hasName = (one: KnownCompetitor) => name !== null && foldedName(one.name) === foldedName(name);
	if (!startNumber) {
		const named = known.filter(hasName);
		const numbers = named.flatMap((one) => (one.startNumber === null ? [] : foldedNumber(one.startNumber)));
		return new Set(numbers).size > 1 ? "ambiguous" : named[0];
	}
	const numbered = known.filter(
		(one) => one.startNumber !== null && foldedNumber(one.startNumber) === foldedNumber(startNumber),
	);
	const [scored] = numbered.filter(({ registrationId }) => registrationId === null);
	if (scored || numbered.length < 2) return scored ?? numbered[0];
	// Two entries share the number, so it binds neither. What the file leaves out must not come from the wrong one.
	if (name === null) return "ambiguous";
	const [namesake, other] = numbered.filter(hasName);
	return other ? undefined : namesake;
}
