import { CountedDays, ResultsNote, TotalNote } from "~/components/results/results-note";
import {
	columnTexts,
	type ResultsColumn,
	ResultsTable,
	useCompetitorColumns,
} from "~/components/results/results-table";
import { useTexts } from "~/components/use-texts";
import { dayName } from "~/lib/i18n/format-dates";
import type { ClassTotal } from "~/lib/results/class-total";
import type { LastDay } from "~/lib/results/counted-days";
import { type ResultsChoice, resultsPath } from "~/lib/results/results-address";
import type { ClassType } from "~db/enums";

/** A total, and what is said of it. */
export interface TotalProps {
	readonly title: string;
	readonly classType: ClassType;
	readonly total: ClassTotal;
	/** The day that it is after. */
	readonly after: LastDay;
	readonly held: string;
	readonly parted: readonly string[];
	readonly own: string | null;
}

interface TotalTableProps extends TotalProps {
	readonly choice: ResultsChoice;
	readonly classId: string;
}

export function TotalTable(props: TotalTableProps) {
	const { title, choice, classId, classType, after, held, parted, own } = props;
	const { t, language } = useTexts();
	const { days, status, updatedAt, mayChange, leftOut, disqualified } = props.total;
	const rows = [
		...props.total.rows,
		...disqualified.map((row) => ({ ...row, position: null, unplaced: "DSQ" as const })),
	];
	const { glider, handicap, aeroclub } = useCompetitorColumns(rows);
	const points = columnTexts(rows, (row) => row.points, language);
	const pointsOfDays = days.map(({ dayId, dayName: name }, day): ResultsColumn<(typeof rows)[number]> => {
		const text = columnTexts(rows, (row) => row.days[day] ?? null, language);
		const best = Math.max(...rows.map((row) => row.days[day] ?? 0));
		return {
			head: dayName(t, name),
			to: resultsPath({ view: "daily", classId, dayId }),
			kind: "number",
			cell: (row) => (best > 0 && row.days[day] === best ? <strong>{text(row)}</strong> : text(row)),
		};
	});
	return (
		<ResultsTable
			title={title}
			note={
				<TotalNote held={held} parted={parted}>
					<ResultsNote status={status} updatedAt={updatedAt}>
						<CountedDays after={after} leftOut={leftOut} />
					</ResultsNote>
				</TotalNote>
			}
			rows={rows}
			choice={choice}
			own={own}
			mayChange={mayChange}
			classType={classType}
			points={(row) => <strong>{points(row)}</strong>}
			columns={[
				{
					head: t("results.column.gap"),
					kind: "number",
					sorting: { by: "gap", read: (row) => row.gap },
					cell: columnTexts(rows, ({ gap }) => gap || null, language),
				},
				{
					head: t("results.column.moved"),
					kind: "number",
					sorting: { by: "moved", read: (row) => row.moved, isFalling: true },
					cell: ({ moved }) => (moved === null ? null : <Moved by={moved} />),
				},
				...pointsOfDays,
				glider,
				handicap,
				aeroclub,
			]}
		/>
	);
}

const colourOfWay = { up: "text-success", down: "text-danger", same: "text-muted" } as const;

/** Places won or lost since the day before. */
function Moved({ by }: { readonly by: number }) {
	const { t } = useTexts();
	const way = by > 0 ? "up" : by < 0 ? "down" : "same";
	const count = Math.abs(by);
	return (
		<span className={`whitespace-nowrap ${colourOfWay[way]}`}>
			<span aria-hidden="true">{way === "same" ? "–" : `${way === "up" ? "▲" : "▼"} ${count}`}</span>
			<span className="sr-only">{t(`results.moved.${way}`, { count })}</span>
		</span>
	);
}
