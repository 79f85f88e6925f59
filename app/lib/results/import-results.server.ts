import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { done, type Refusal, type Result } from "~/lib/result";
import { checkImport, type ImportCheck, stateOf } from "./check-import.server";
import type { ImportInput } from "./import-schema";
import { replaceSheet, saysTheSame, summaryOf } from "./stored-sheets.server";

export interface Imported extends ImportCheck {
	/** `refused`: rows are bad; `stale`: the table has changed since the preview. */
	readonly outcome: "imported" | "refused" | "stale";
}

/**
 * Replaces the results of a class and day by those of a file. Writes nothing when a row is bad or the table has changed
 * since the preview. Sent twice, the second import changes nothing and succeeds.
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
	// Somebody was faster; the new preview shows what they wrote.
	const again = await checkImport(ctx, input);
	return again.ok ? done({ ...again.value, outcome: "stale" }) : again;
}
