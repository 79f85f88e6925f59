import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { first, read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes/classes-queries.server";
import { foldedNumber } from "~/lib/entries/start-number";
import { listedCompetitors } from "~/lib/entries/starting-list/starting-list-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import type { competitionClasses, competitionDays } from "~db/schema";
import { bindRows, competitorsOfClass } from "./bind-rows.server";
import type { ImportInput } from "./import-schema";
import { type KnownCompetitor, type RowError, resolveCompetitors } from "./resolve-competitors";
import { readResultsCsv } from "./results-csv";
import { startNumberOf } from "./standings";
import { type SheetContent, type StoredSheet, sheetQueries, toStoredSheets } from "./stored-sheets.server";

export interface ImportCheck {
	readonly competitionClass: Pick<typeof competitionClasses.$inferSelect, "id" | "type">;
	readonly day: Pick<typeof competitionDays.$inferSelect, "id" | "name" | "date" | "task">;
	/** The table that the import replaces. */
	readonly stored: StoredSheet | null;
	readonly content: SheetContent;
	/** A single one refuses the file. */
	readonly errors: readonly RowError[];
}

/** Sent along with the confirmation, so that a change of the table after the preview is noticed. */
export function stateOf(stored: Pick<StoredSheet, "updatedAt"> | null): string {
	return stored ? String(stored.updatedAt.getTime()) : "none";
}

/** Reads a file and writes nothing. */
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
