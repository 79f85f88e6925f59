import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { formatNumber } from "~/lib/i18n/format-number";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import {
	type ImportCheck,
	type Imported,
	isReasonNeeded,
	stateOf,
} from "~/lib/results/import-results.server";
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
 * @param outcome of the confirmation; null before it
 */
export function toImportPreview(
	check: ImportCheck,
	language: Language,
	text: string,
	outcome: Imported["outcome"] | null,
) {
	const { competitionClass, day, stored, content, errors } = check;
	const isRefused = errors.length > 0;
	return {
		classType: competitionClass.type,
		day,
		errors: errors.slice(0, mostErrors).map((error) => inWords(error, language)),
		/** Number of bad rows that are not listed. */
		moreErrors: Math.max(0, errors.length - mostErrors),
		rows: isRefused ? [] : inOrder(content.rows.map((row) => ({ ...row, startNumber: startNumberOf(row) }))),
		said: saidOf(check, language),
		isFirst: stored === null,
		stale: outcome === "stale",
		/** Whether the confirmation needs a reason, and the complaint when it came without. */
		reason: isReasonNeeded(check.ours)
			? { complaint: outcome === "unreasoned" ? textsOf(language).t("scoringAdmin.reasonMissing") : null }
			: null,
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

/** What is shown now, what is open about it, and what will be shown instead. */
function saidOf({ stored, ours, content, guests }: ImportCheck, language: Language): string[] {
	const { t } = textsOf(language);
	const lower = (text: string) => text.toLocaleLowerCase(language);
	const described = ({
		source,
		status,
		rows,
	}: Pick<ImportCheck["content"], "source" | "status" | "rows">) => [
		t(`results.source.${source}`),
		lower(t(`results.status.${status}`)),
		t("results.import.rows", { count: rows.length }),
	];
	const about = (key: "findings" | "protests", numbers: readonly string[]) =>
		numbers.length > 0 ? [t(`results.import.${key}`, { numbers: numbers.join(", ") })] : [];
	const now = stored
		? described(stored)
		: ours && [t("results.source.here"), lower(t(`results.status.${ours.state}`))];
	const revision = ours && ours.revision > 1 ? [t("results.revision", { revision: ours.revision })] : [];
	return [
		now ? t("results.import.now", { what: [...now, ...revision].join(", ") }) : t("results.import.first"),
		...(ours?.protestsUntil
			? [t("results.protestsUntil", { until: formatDayAndTime(ours.protestsUntil, language) })]
			: []),
		...about("protests", ours?.protests ?? []),
		...about("findings", ours?.findings ?? []),
		t("results.import.instead", { what: described(content).join(", ") }),
		...(guests.length > 0
			? [
					t("results.import.guests", {
						count: guests.length,
						rows: guests.map(({ line, said }) => t("results.import.row", { line, reason: said })).join("; "),
					}),
				]
			: []),
		...(ours ? [t("results.import.covers")] : []),
	];
}

export type ImportPreview = ReturnType<typeof toImportPreview>;
