import { type ImportCheck, stateOf } from "~/lib/results/check-import.server";
import type { ImportInput } from "~/lib/results/import-schema";
import { inOrder, type ResultRow, startNumberOf } from "~/lib/results/standings";

export interface ImportPreview extends Pick<ImportCheck, "errors" | "day"> {
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
