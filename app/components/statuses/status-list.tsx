import { useTranslation } from "react-i18next";
import { dayName } from "~/lib/competition-days/day-name";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import { type BoardChoice, boardPath } from "~/lib/statuses/board-address";
import type { StatusBoard } from "~/lib/statuses/status-board.server";
import { StatusButtons } from "./status-buttons";
import { StatusCounts } from "./status-counts";
import { StatusTable } from "./status-table";

interface StatusListProps {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
	readonly admin: boolean;
	readonly language: Language;
}

/** What is said where there is nothing to show: the day has no statuses, or none of the chosen glider type. */
export function NoStatuses({ board }: { readonly board: StatusBoard }) {
	const { t } = useTranslation();
	return (
		<p className="empty">{t(board.gliderTypes.length > 0 ? "statuses.emptyFilter" : "statuses.empty")}</p>
	);
}

/** Counts and table of a day's statuses, or the words for a day that has none. */
export function StatusList({ board, choice, admin, language }: StatusListProps) {
	const { t } = useTranslation();
	const { day, rows, counts, lastChange } = board;
	if (!day || rows.length === 0) return <NoStatuses board={board} />;
	const path = boardPath(choice);
	return (
		<div className="stack">
			<StatusCounts counts={counts} />
			{lastChange && (
				<p className="muted">{t("statuses.changedAt", { time: formatChangeTime(lastChange, language) })}</p>
			)}
			<StatusTable
				rows={rows}
				caption={`${dayName(t, day.name)}, ${formatDay(day.date, language)} – ${t(`competitionDay.task.${day.task}`)}`}
				language={language}
				withChanges={admin}
				control={admin && choice.duty ? (row) => <StatusButtons row={row} path={path} /> : undefined}
			/>
		</div>
	);
}
