import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { dayName } from "~/lib/days/day-name";
import { formatDay, formatTime } from "~/lib/i18n/format-dates";
import { boardPath } from "./board-address";
import type { BoardRow } from "./status-board.server";
import { StatusChip } from "./status-chip";
import { StatusCounts } from "./status-counts";
import { NoStatuses } from "./status-list";
import type { StatusesData } from "./statuses-data";

/** More competitors than this do not fit a screen in the larger size. */
const spacious = 63;

interface BoardPageProps {
	readonly data: StatusesData;
	readonly live: LiveRefresh | undefined;
}

/** For a projector or a television. Without scripts the page reloads itself, and a link pauses that. */
export function BoardPage({ data, live }: BoardPageProps) {
	const { t } = useTranslation();
	const { board, choice, language } = data;
	const { day, rows, lastChange } = board;
	const paused = choice.view === "board-paused";
	const toggled = boardPath({ ...choice, view: paused ? "board" : "board-paused" });
	return (
		<>
			<div className="page-head">
				{/* The board may hang there when the next day begins. */}
				<h1 data-refresh-region="">
					{day ? `${dayName(t, day.name)}, ${formatDay(day.date, language)}` : t("nav.statuses")}
				</h1>
				<div className="button-row no-print">
					{paused ? (
						<AppLink className="button" to={toggled}>
							{t("refresh.resume")}
						</AppLink>
					) : (
						<>
							<RefreshBar live={live} />
							<noscript>
								<a className="button" href={toggled}>
									{t("refresh.pause")}
								</a>
							</noscript>
						</>
					)}
					<a className="button" href={boardPath({ ...choice, view: "list" })}>
						{t("statuses.backToList")}
					</a>
				</div>
			</div>
			<div className="stack" data-refresh-region="">
				{rows.length === 0 ? (
					<NoStatuses board={board} />
				) : (
					<>
						<div className="button-row">
							<StatusCounts board={board} choice={choice} />
							{lastChange && (
								<p className="muted">{t("statuses.changedAt", { time: formatTime(lastChange, language) })}</p>
							)}
						</div>
						<StatusCells rows={rows} />
					</>
				)}
			</div>
		</>
	);
}

function StatusCells({ rows }: { readonly rows: readonly BoardRow[] }) {
	return (
		<ul className={rows.length > spacious ? "board board-dense" : "board"}>
			{rows.map((row) => (
				<li key={row.id} className="board-cell">
					<span className="start-number">{row.startNumber}</span>
					<StatusChip status={row.status ?? "none"} />
					<span className="board-name">{row.fullName}</span>
				</li>
			))}
		</ul>
	);
}
