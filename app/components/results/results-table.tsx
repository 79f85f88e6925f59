import { type ReactNode, useId } from "react";
import { AppLink } from "~/components/app-link";
import { roles } from "~/components/data-table";
import { Icon } from "~/components/icon";
import { PilotMarks } from "~/components/pilot-marks";
import { PilotName } from "~/components/pilot-name";
import { listId } from "~/components/skip-to-list";
import { useTexts } from "~/components/use-texts";
import { ScrollRegion } from "~/components/wide-table";
import { crewText } from "~/lib/entries/crew";
import { compareNames } from "~/lib/i18n/collate";
import { columnDigits, formatNumber, handicapDigits } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { matcherOf } from "~/lib/i18n/word-search";
import { type ResultsChoice, resultsPath, type SortedColumn } from "~/lib/results/results-address";
import { podiumPlaces } from "~/lib/results/running-total";
import type { ResultRow } from "~/lib/results/standings";
import { shownPlace } from "~/lib/scoring/day-scores";
import type { ClassType, Crew } from "~db/enums";

/** What every table of results begins with. */
interface ListedRow {
	/** Identifies the competitor in the table. */
	readonly competitor: string;
	readonly registrationId: string | null;
	/** Null without a place. */
	readonly position: number | null;
	/** What stands where others have a place. */
	readonly unplaced?: "HC" | "DSQ" | null;
	readonly startNumber: string | null;
	readonly name: string;
	readonly nation?: string | null;
	readonly secondPilot?: string | null;
	readonly crew?: Crew | null;
	readonly glider: string;
	/** Our own scores have none. */
	readonly aeroclub?: string;
	readonly points: number | null;
}

interface Sorting<Row> {
	readonly by: SortedColumn;
	readonly read: (row: Row) => number | string | null;
	/** The first tap puts the largest on top. */
	readonly isFalling?: boolean;
}

export interface ResultsColumn<Row> {
	readonly head: string;
	/** Address to which the head leads. */
	readonly to?: string;
	/** Without it, the table cannot be sorted by the column. */
	readonly sorting?: Sorting<Row>;
	/** `words` are cut where the table has no room for them; `sentence` breaks. */
	readonly kind?: "number" | "screen" | "words" | "sentence";
	/** Null when there is nothing to show. A column that is empty in all rows is left out. */
	readonly cell: (row: Row) => ReactNode;
}

interface ResultsTableProps<Row> {
	readonly rows: readonly Row[];
	/** Title, which also names the region that scrolls. */
	readonly title: string;
	/** Status and time of the results. */
	readonly note: ReactNode;
	readonly classType: ClassType;
	readonly points: (row: Row) => ReactNode;
	/** After place, number, name and points. On a phone they unfold. */
	readonly columns: readonly ResultsColumn<Row>[];
	/** The reader's choice; with it the heads lead to the same page in the order of their column. */
	readonly choice?: ResultsChoice;
	/** The signed-in user's entry, whose row is marked. */
	readonly own?: string | null;
	/** Places may still change, so they have no medals. */
	readonly mayChange?: boolean;
}

const classOf = { number: "number", screen: "no-print", words: "words", sentence: "sentence" } as const;

export function ResultsTable<Row extends ListedRow>(props: ResultsTableProps<Row>) {
	const { title, note, classType, points, columns, choice, own = null, mayChange = false } = props;
	const { t } = useTexts();
	const headingId = useId();
	const first = useFirstColumns<Row>();
	const rows = chosenRows(props.rows, [...Object.values(first), ...columns], choice);
	const shown = filledColumns(columns, rows);
	const head = (column: Omit<ResultsColumn<Row>, "cell">, className?: string) => (
		<Head key={column.head} column={column} choice={choice} className={className} />
	);
	return (
		<div className="section">
			<h2 id={headingId} className="max-md:mb-1 max-md:text-lg/tight">
				{title}
			</h2>
			{note}
			<ScrollRegion className="results-region" aria-labelledby={headingId}>
				<table
					className="data-table data-table-wide results-table"
					aria-labelledby={headingId}
					{...roles.table}
				>
					<thead {...roles.rowGroup}>
						<tr {...roles.row}>
							{head(first.place, "number")}
							{head(first.number)}
							{head(first.name)}
							{head(first.points, "number")}
							{shown.map(({ column, className }) => head(column, className))}
							{shown.length > 0 && (
								<th className="unfold" {...roles.columnHeader}>
									<span className="sr-only">{t("results.unfold")}</span>
								</th>
							)}
						</tr>
					</thead>
					<tbody id={choice && listId} {...roles.rowGroup}>
						{rows.map((row, index) => (
							<tr key={row.competitor} className={rowClass(row, own, mayChange)} {...roles.row}>
								<FirstCells row={row} classType={classType} isOwn={isOwn(row, own)} points={points(row)} />
								{shown.map(({ column, className, cells }) => (
									<td key={column.head} className={className} data-label={column.head} {...roles.cell}>
										{cells[index]}
									</td>
								))}
								{shown.length > 0 && (
									<td className="unfold" {...roles.cell}>
										<Unfold of={row.name} />
									</td>
								)}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollRegion>
			{rows.length === 0 && choice?.q && <p className="empty">{t("startingList.nothingFound")}</p>}
		</div>
	);
}

/** The columns that are not empty in all rows, with their cells. */
function filledColumns<Row>(columns: readonly ResultsColumn<Row>[], rows: readonly Row[]) {
	return columns
		.map((column) => ({
			column,
			className: `more ${column.kind ? classOf[column.kind] : ""}`,
			cells: rows.map(column.cell),
		}))
		.filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ""));
}

interface FirstCellsProps {
	readonly row: ListedRow;
	readonly classType: ClassType;
	readonly isOwn: boolean;
	readonly points: ReactNode;
}

/** Place, number, name and points, which every screen has room for. */
function FirstCells({ row, classType, isOwn, points }: FirstCellsProps) {
	const { t } = useTexts();
	return (
		<>
			<td className="number" {...roles.cell}>
				{row.unplaced ?? shownPlace({ rank: row.position, points: row.points })}
			</td>
			<td {...roles.cell}>{row.startNumber && <span className="start-number">{row.startNumber}</span>}</td>
			<th {...roles.rowHeader}>
				<PilotName pilot={{ ...row, name: crewText(row), id: row.registrationId, classType }} withStar />
				<PilotMarks nation={row.nation ?? null} />{" "}
				{isOwn && <span className="badge">{t("results.own")}</span>}
			</th>
			<td className="number" {...roles.cell}>
				{points}
			</td>
		</>
	);
}

/** Shows the other cells of the row on a phone while it is open. */
function Unfold({ of }: { readonly of: string }) {
	const { t } = useTexts();
	return (
		<details>
			<summary>
				<Icon name="chevron-down" />
				<span className="sr-only">{`${t("results.unfold")}: ${of}`}</span>
			</summary>
		</details>
	);
}

function useFirstColumns<Row extends ListedRow>() {
	const { t } = useTexts();
	return {
		place: { head: t("results.column.position"), sorting: { by: "place", read: (row: Row) => row.position } },
		number: {
			head: t("results.column.startNumber"),
			sorting: { by: "number", read: (row: Row) => row.startNumber },
		},
		name: {
			head: t("results.column.name"),
			sorting: { by: "name", read: (row: Row) => bySurname(row.name) },
		},
		points: {
			head: t("results.column.points"),
			sorting: { by: "points", read: (row: Row) => row.points, isFalling: true },
		},
	} as const;
}

/** The surname is the last word of a name. */
function bySurname(name: string): string {
	return `${name.split(" ").at(-1)} ${name}`;
}

interface HeadProps<Row> {
	readonly column: Omit<ResultsColumn<Row>, "cell">;
	readonly choice: ResultsChoice | undefined;
	readonly className: string | undefined;
}

/** The head of a column that sorts is a link; a second tap turns the order round. */
function Head<Row>({ column, choice, className }: HeadProps<Row>) {
	const { head, to, sorting } = column;
	const text =
		sorting?.by === "place" ? (
			<>
				<span aria-hidden="true">#</span>
				<span className="sr-only">{head}</span>
			</>
		) : (
			head
		);
	const shared = { className, ...roles.columnHeader };
	if (to || !choice || !sorting) return <th {...shared}>{to ? <AppLink to={to}>{head}</AppLink> : text}</th>;
	const { by, isFalling = false } = sorting;
	const shown = choice.sort ?? "place";
	const isChosen = shown === by || shown === `-${by}`;
	const falls = isFalling !== shown.startsWith("-");
	const next = by === "place" && shown !== by ? null : shown === by ? `-${by}` : by;
	return (
		<th {...shared} aria-sort={isChosen ? (falls ? "descending" : "ascending") : undefined}>
			<AppLink to={resultsPath({ ...choice, flightId: null, sort: next })} preventScrollReset>
				{text}
			</AppLink>
		</th>
	);
}

/** The rows that the reader searches for, in the order that the reader has chosen. */
function chosenRows<Row extends ListedRow>(
	rows: readonly Row[],
	columns: readonly Omit<ResultsColumn<Row>, "cell">[],
	choice: ResultsChoice | undefined,
): readonly Row[] {
	const matches = matcherOf(choice?.q ?? "");
	const found = rows.filter((row) =>
		matches([row.startNumber ?? "", crewText(row), row.nation ?? "", row.glider, row.aeroclub ?? ""]),
	);
	return sortedRows(found, columns, choice?.sort ?? null);
}

/** Rows without a value stand last, whichever way round. Rows alike keep their order. */
function sortedRows<Row>(
	rows: readonly Row[],
	columns: readonly Omit<ResultsColumn<Row>, "cell">[],
	sort: string | null,
): readonly Row[] {
	const sorting = columns.find(
		(column) => column.sorting && sort?.replace("-", "") === column.sorting.by,
	)?.sorting;
	if (!sorting) return rows;
	const way = (sorting.isFalling ?? false) === sort?.startsWith("-") ? 1 : -1;
	return rows.toSorted((one, other) => {
		const [a, b] = [sorting.read(one), sorting.read(other)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		const isNumeric = typeof a === "number" && typeof b === "number";
		return way * (isNumeric ? a - b : compareNames(String(a), String(b)));
	});
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

type Competitor = Pick<ResultRow, "glider" | "handicap" | "aeroclub">;

/** Columns about who flew what: of the glider, its handicap and the aeroclub. */
export function useCompetitorColumns<Row extends Competitor>(rows: readonly Row[]) {
	const { t, language } = useTexts();
	const glider: ResultsColumn<Row> = {
		head: t("results.column.glider"),
		sorting: { by: "glider", read: (row) => row.glider },
		cell: (row) => row.glider,
	};
	const handicap: ResultsColumn<Row> = {
		head: t("results.column.handicap"),
		kind: "number",
		sorting: { by: "handicap", read: (row) => row.handicap },
		cell: columnTexts(rows, (row) => row.handicap, language, handicapDigits),
	};
	const aeroclub: ResultsColumn<Row> = {
		head: t("results.column.aeroclub"),
		kind: "words",
		sorting: { by: "aeroclub", read: (row) => row.aeroclub },
		cell: (row) => row.aeroclub,
	};
	return { glider, handicap, aeroclub };
}
