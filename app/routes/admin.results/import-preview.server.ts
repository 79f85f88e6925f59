import { type ImportCheck, stateOf } from "~/lib/results/import-results.server";
import type { ImportInput } from "~/lib/results/import-schema";
import { inOrder, type ResultRow, startNumberOf } from "~/lib/results/standings";

/** Bad rows that the page lists. A file of another kind has thousands, and the first ones say what is wrong with it. */
const mostErrors = 50;

/** Of a refused file the page has nothing but its bad rows: the reader still has the file. */
export interface ImportPreview extends Pick<ImportCheck, "errors" | "day"> {
	/** Bad rows beside those listed. */
	readonly moreErrors: number;
	readonly classType: ImportCheck["competitionClass"]["type"];
	readonly rows: readonly ResultRow[];
	readonly stored: { readonly rows: number; readonly source: string; readonly status: string } | null;
	/** The table has changed since the previous preview. */
	readonly stale: boolean;
	/** Fields of the confirmation, besides the text. */
	readonly confirm: Omit<ImportInput, "text">;
	readonly text: string;
}

export function toImportPreview(check: ImportCheck, text: string, stale: boolean): ImportPreview {
	const { competitionClass, day, stored, content, errors } = check;
	const isRefused = errors.length > 0;
	return {
		classType: competitionClass.type,
		day,
		errors: errors.slice(0, mostErrors),
		moreErrors: Math.max(0, errors.length - mostErrors),
		rows: isRefused ? [] : inOrder(content.rows.map((row) => ({ ...row, startNumber: startNumberOf(row) }))),
		stored: stored && { rows: stored.rows.length, source: stored.source, status: stored.status },
		stale,
		confirm: {
			competitionClass: competitionClass.id,
			day: day.id,
			status: content.status,
			replaces: stateOf(stored),
		},
		text: isRefused ? "" : text,
	};
}
