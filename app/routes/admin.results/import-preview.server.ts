import { type ImportCheck, stateOf } from "~/lib/results/check-import.server";
import type { ImportInput } from "~/lib/results/import-schema";
import { inOrder, type ResultRow, startNumberOf } from "~/lib/results/standings";

/** What an organiser is shown before a file replaces a table. */
export interface ImportPreview extends Pick<ImportCheck, "errors" | "day"> {
	readonly classType: ImportCheck["competitionClass"]["type"];
	readonly rows: readonly ResultRow[];
	readonly stored: { readonly rows: number; readonly source: string; readonly status: string } | null;
	/** The table changed after the reader had seen what would be replaced. */
	readonly stale: boolean;
	/** Fields of the confirmation, beside the text. */
	readonly confirm: Omit<ImportInput, "text">;
	readonly text: string;
}

/** @param stale whether a confirmation came too late */
export function toImportPreview(check: ImportCheck, text: string, stale: boolean): ImportPreview {
	const { competitionClass, day, stored, content, errors } = check;
	return {
		classType: competitionClass.type,
		day,
		errors,
		rows: inOrder(content.rows.map((row) => ({ ...row, startNumber: startNumberOf(row) }))),
		stored: stored && { rows: stored.rows.length, source: stored.source, status: stored.status },
		stale,
		confirm: {
			competitionClass: competitionClass.id,
			day: day.id,
			status: content.status,
			replaces: stateOf(stored),
		},
		text,
	};
}
