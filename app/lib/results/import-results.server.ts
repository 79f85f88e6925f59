import type { z } from "zod";
import type { StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, commitOrStale } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { listedCompetitors } from "~/lib/entries/starting-list/starting-list-queries.server";
import { foldedNumber } from "~/lib/i18n/collate";
import { done, type Refusal, type Result, refuse } from "~/lib/result";
import { isProtestTime } from "~/lib/scoring/protest-deadline";
import { storedScores } from "~/lib/scoring/scoring-queries.server";
import type { competitionClasses, competitionDays, dayScores } from "~db/schema";
import { bindRows, competitorsOfClass } from "./bind-rows.server";
import type { ImportInput, tableSchema } from "./import-schema";
import { uncoverOurs } from "./own-table.server";
import { protestsOfDay } from "./protests.server";
import { type ResultsImportError, readResultsCsv } from "./read-results-csv";
import { type KnownCompetitor, type ResolveReason, resolveCompetitors } from "./resolve-competitors";
import {
	removalOf,
	replaceTable,
	type StoredTable,
	saysTheSame,
	summaryOf,
	type TableContent,
	tableQueries,
	toStoredTables,
} from "./result-tables.server";
import { hasOpenFinding } from "./set-day-state.server";
import { startNumberOf } from "./standings";

export interface Imported extends ImportCheck {
	/** `refused`: rows are bad; `stale`: the table has changed since the preview; `unreasoned`: a reason is needed. */
	readonly outcome: "imported" | "refused" | "stale" | "unreasoned";
}

/**
 * Replaces the results of a class and day by those of a file. It writes nothing when a row is bad or the table has changed since
 * the preview. Sent twice, the second import changes nothing and succeeds.
 */
export async function importResults(
	ctx: StaffCtx<"scoring">,
	input: ImportInput,
): Promise<Result<Imported, "invalid-fields">> {
	const checked = await checkImport(ctx, input);
	if (!checked.ok) return checked satisfies Refusal;
	const check = checked.value;
	const { competitionClass, day, stored, content } = check;
	if (check.errors.length > 0) return done({ ...check, outcome: "refused" });
	if (stored && saysTheSame(stored, content)) return done({ ...check, outcome: "imported" });
	if (stateOf(stored) !== input.replaces) return done({ ...check, outcome: "stale" });
	if (isReasonNeeded(check.ours) && !input.reason) return done({ ...check, outcome: "unreasoned" });
	const where = { classId: competitionClass.id, dayId: day.id };
	const written = await commit(ctx, {
		statements: replaceTable(ctx, where, stored, content),
		audit: {
			action: "results.import",
			subjectId: competitionClass.id,
			before: stored && summaryOf(day.id, stored),
			after: { ...summaryOf(day.id, content), ...(input.reason ? { reason: input.reason } : {}) },
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
	readonly content: TableContent;
	/** Rows of guests, which the import leaves out. */
	readonly guests: Extract<ReturnType<typeof readResultsCsv>, { readonly ok: true }>["guests"];
	/** Our own results, which the import covers; null when there are none. */
	readonly ours: OpenResults | null;
	/** A single error refuses the file. */
	readonly errors: readonly ResultsImportError<ResolveReason>[];
}

/** Our own results of a class and day, with what is open about them. */
interface OpenResults extends Pick<typeof dayScores.$inferSelect, "state" | "revision"> {
	/** Null when no protest time runs. */
	readonly protestsUntil: Date | null;
	/** Start numbers of undecided protests, and of flights with undecided findings. */
	readonly protests: readonly string[];
	readonly findings: readonly string[];
}

/** Whether an import interrupts what competitors were told: a protest time, a protest, findings in unofficial results. */
export function isReasonNeeded(ours: OpenResults | null): boolean {
	if (!ours) return false;
	const { state, protestsUntil, protests, findings } = ours;
	return protestsUntil !== null || protests.length > 0 || (state === "unofficial" && findings.length > 0);
}

/** The state of the stored table. It is sent along with the confirmation, so that a change after the preview is noticed. */
export function stateOf(stored: Pick<StoredTable, "updatedAt"> | null): string {
	return stored ? String(stored.updatedAt.getTime()) : "none";
}

/** Reads a file without writing anything. */
export async function checkImport(
	{ db, now }: StaffCtx<"scoring">,
	input: Pick<ImportInput, "competitionClass" | "day" | "status" | "text">,
): Promise<Result<ImportCheck, "invalid-fields">> {
	const where = { dayId: input.day, classId: input.competitionClass };
	const { classes, listed, day, competitors, scores, protests, ...official } = await read(db, {
		classes: allClasses(db),
		listed: listedCompetitors(db),
		day: first(dayById(db, input.day)),
		competitors: competitorsOfClass(db, input.competitionClass, input.day),
		scores: first(storedScores(db, where)),
		protests: protestsOfDay(db, where),
		...tableQueries(db, input.competitionClass),
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
		stored: toStoredTables(official).find(({ dayId }) => dayId === day.id) ?? null,
		content: { status: input.status, source: "csv", rows: bindRows(resolved.rows, competitors, day.id) },
		guests: table.ok ? table.guests : [],
		ours: scores ? ourResults(scores, protests, listed, now) : null,
		errors,
	});
}

function ourResults(
	scores: typeof dayScores.$inferSelect,
	protests: Awaited<ReturnType<typeof protestsOfDay>>,
	listed: Awaited<ReturnType<typeof listedCompetitors>>,
	now: Date,
): OpenResults {
	const { state, revision, protestsUntil, sheet } = scores;
	const doubtful = new Set(sheet.rows.filter(hasOpenFinding).map(({ registrationId }) => registrationId));
	return {
		state,
		revision,
		protestsUntil: isProtestTime(scores, now) ? protestsUntil : null,
		protests: protests.flatMap(({ outcome, startNumber }) => (outcome ? [] : [startNumber])),
		findings:
			state === "official"
				? []
				: listed.flatMap(({ id, startNumber }) => (doubtful.has(id) ? [startNumber] : [])),
	};
}

/** Removes an imported table; ours takes its place, in the state that it had. Refuses a table that is from elsewhere or gone. */
export async function removeImport(
	ctx: StaffCtx<"scoring">,
	where: z.infer<typeof tableSchema>,
): Promise<Result<null, "stale">> {
	const tables = toStoredTables(await read(ctx.db, tableQueries(ctx.db, where.competitionClass)));
	const imported = tables.find(({ dayId, source }) => dayId === where.day && source === "csv");
	if (!imported) return refuse("stale");
	return commitOrStale(ctx, {
		statements: await uncoverOurs(ctx, tables, imported),
		audit: removalOf(imported),
		visible: true,
	});
}
