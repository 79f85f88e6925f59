import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { type ImportCheck, stateOf } from "~/lib/results/import-results.server";
import { inOrder, startNumberOf } from "~/lib/results/standings";

/** Bad rows that the page lists. A file of another kind has thousands, and the first ones say what is wrong with it. */
const mostErrors = 50;

function inWords({ line, reason, points = 0 }: ImportCheck["errors"][number], language: Language): string {
	const { t } = textsOf(language);
	return t("results.import.row", {
		line,
		reason: t(`results.import.error.${reason}`, { points: formatNumber(points, language, [0, 3]) }),
	});
}

/**
 * What the page shows of a file. For a refused file it shows only the bad rows: the reader still has the file.
 * @param stale whether the table has changed since the previous preview
 */
export function toImportPreview(check: ImportCheck, language: Language, text: string, stale: boolean) {
	const { competitionClass, day, stored, content, errors } = check;
	const isRefused = errors.length > 0;
	return {
		classType: competitionClass.type,
		day,
		errors: errors.slice(0, mostErrors).map((error) => inWords(error, language)),
		/** Number of bad rows that are not listed. */
		moreErrors: Math.max(0, errors.length - mostErrors),
		rows: isRefused ? [] : inOrder(content.rows.map((row) => ({ ...row, startNumber: startNumberOf(row) }))),
		stored: stored && { rows: stored.rows.length, source: stored.source, status: stored.status },
		stale,
		/** Fields of the confirmation, besides the text. */
		confirm: {
			competitionClass: competitionClass.id,
			day: day.id,
			status: content.status,
			replaces: stateOf(stored),
		},
		text: isRefused ? "" : text,
	};
}

export type ImportPreview = ReturnType<typeof toImportPreview>;
