import { useTranslation } from "react-i18next";
import { columnDigits, formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { ResultRow } from "~/lib/results/standings";
import type { ScorePenalty } from "~db/schema";
import type { ResultsColumn } from "./results-table";

/** A value of each row as text, all with as many decimals, so that these stand under each other. */
export function columnTexts<Row>(
	rows: readonly Row[],
	read: (row: Row) => number | null,
	language: Language,
	digits: readonly [least: number, most: number] = [0, 1],
): (row: Row) => string | null {
	const decimals = columnDigits(rows.map(read), digits);
	return (row) => {
		const value = read(row);
		return value === null ? null : formatNumber(value, language, decimals);
	};
}

type Competitor = Pick<ResultRow, "startNumber" | "glider" | "handicap" | "aeroclub">;

/** Columns about who flew what, as a list of number, glider and handicap, and one of the aeroclub. */
export function useCompetitorColumns<Row extends Competitor>(rows: readonly Row[], language: Language) {
	const { t } = useTranslation();
	const glider: readonly ResultsColumn<Row>[] = [
		{ head: t("results.column.startNumber"), cell: ({ startNumber }) => startNumber },
		{ head: t("results.column.glider"), cell: ({ glider }) => glider },
		{
			head: t("results.column.handicap"),
			kind: "number",
			cell: columnTexts(rows, ({ handicap }) => handicap, language, [3, 4]),
		},
	];
	const aeroclub: ResultsColumn<Row> = {
		head: t("results.column.aeroclub"),
		kind: "words",
		cell: (row) => row.aeroclub,
	};
	return { glider, aeroclub };
}

/** `25: late start; 10: late log` */
export function penaltyText(penalties: readonly ScorePenalty[], language: Language): string {
	return penalties.map(({ points, text }) => `${formatNumber(points, language, [0, 1])}: ${text}`).join("; ");
}
