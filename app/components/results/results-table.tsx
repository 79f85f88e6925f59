import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { columnDigits, formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { podiumPlaces } from "~/lib/results/running-total";
import type { ResultRow } from "~/lib/results/standings";
import type { ScorePenalty } from "~db/schema";

/** What every table of results begins with. */
export interface ListedRow {
	/** Identifies the competitor in the table. */
	readonly competitor: string;
	readonly registrationId: string | null;
	/** Null without a place. */
	readonly position: number | null;
	readonly points: number | null;
}

export interface ResultsColumn<Row> {
	readonly head: string;
	/** Address to which the head leads. */
	readonly to?: string;
	/** `words` may break. */
	readonly kind?: "number" | "screen" | "words";
	/** Null where there is nothing to show. A column without anything in any row is left out. */
	readonly cell: (row: Row) => ReactNode;
}

interface ResultsTableProps<Row> {
	readonly rows: readonly Row[];
	/** Also names the region that scrolls. */
	readonly title: string;
	/** Status and time of the results. */
	readonly note: ReactNode;
	readonly name: (row: Row) => ReactNode;
	readonly points: (row: Row) => ReactNode;
	/** After place, name and points. */
	readonly columns: readonly ResultsColumn<Row>[];
	/** The signed-in user's entry, whose row is marked. */
	readonly own?: string | null;
	/** Places may still change, so they have no medals. */
	readonly mayChange?: boolean;
}

const classOf = { number: "number", screen: "no-print", words: "words" } as const;

export function ResultsTable<Row extends ListedRow>(props: ResultsTableProps<Row>) {
	const { rows, title, note, name, points, columns, own = null, mayChange = false } = props;
	const { t } = useTranslation();
	const headingId = useId();
	const shown = columns
		.map(({ head, to, kind, cell }) => ({
			head,
			to,
			className: kind && classOf[kind],
			cells: rows.map(cell),
		}))
		.filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ""));
	return (
		<div className="section">
			<h2 id={headingId} className="max-md:mb-1 max-md:text-lg/tight">
				{title}
			</h2>
			{note}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
			<section className="scroll-region" tabIndex={0} aria-labelledby={headingId}>
				<table className="data-table data-table-wide results-table" aria-labelledby={headingId}>
					<thead>
						<tr>
							<th scope="col" className="number">
								<span aria-hidden="true">#</span>
								<span className="sr-only">{t("results.column.position")}</span>
							</th>
							<th scope="col">{t("results.column.name")}</th>
							<th scope="col" className="number">
								{t("results.column.points")}
							</th>
							{shown.map(({ head, to, className }) => (
								<th key={head} scope="col" className={className}>
									{to ? <AppLink to={to}>{head}</AppLink> : head}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((row, index) => (
							<tr key={row.competitor} className={rowClass(row, own, mayChange)}>
								<td className="number">{row.position}</td>
								<th scope="row">
									{name(row)} {isOwn(row, own) && <span className="badge">{t("results.own")}</span>}
								</th>
								<td className="number">{points(row)}</td>
								{shown.map(({ head, className, cells }) => (
									<td key={head} className={className}>
										{cells[index]}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

function isOwn({ registrationId }: ListedRow, own: string | null): boolean {
	return own !== null && registrationId === own;
}

function rowClass(row: ListedRow, own: string | null, mayChange: boolean): string | undefined {
	const { position, points } = row;
	const podium =
		!mayChange && position !== null && position <= podiumPlaces && points ? [`podium-${position}`] : [];
	return [...podium, ...(isOwn(row, own) ? ["own-row"] : [])].join(" ") || undefined;
}

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
