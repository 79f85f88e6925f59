import { useTranslation } from "react-i18next";
import { dayName } from "~/lib/days/day-name";
import { formatChangeTime, formatDay } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { BoardChoice } from "./board-address";
import { DutyList } from "./duty-list";
import type { StatusBoard } from "./status-board.server";
import { StatusCounts } from "./status-counts";
import { StatusTable } from "./status-table";

const headingId = "statuses-of-day";

interface StatusListProps {
	readonly board: StatusBoard;
	readonly choice: BoardChoice;
	readonly admin: boolean;
	readonly language: Language;
}

export function NoStatuses({ board }: { readonly board: StatusBoard }) {
	const { t } = useTranslation();
	return (
		<p className="empty">{t(board.gliderTypes.length > 0 ? "statuses.emptyFilter" : "statuses.empty")}</p>
	);
}

export function StatusList({ board, choice, admin, language }: StatusListProps) {
	const { t } = useTranslation();
	const { day, rows, lastChange } = board;
	const isDuty = admin && choice.duty;
	if (!day || rows.length === 0) return <NoStatuses board={board} />;
	const counts = <StatusCounts board={board} choice={choice} />;
	return (
		<div className="stack">
			{!isDuty && counts}
			{lastChange && !isDuty && (
				<p className="muted">{t("statuses.changedAt", { time: formatChangeTime(lastChange, language) })}</p>
			)}
			<h2 id={headingId}>
				{`${dayName(t, day.name)}, `}
				<span className="unbroken">{formatDay(day.date, language)}</span>
				{` – ${t(`competitionDay.task.${day.task}`)}`}
			</h2>
			{isDuty ? (
				<>
					<DutyList rows={rows} day={day} choice={choice} language={language} />
					{counts}
				</>
			) : (
				<StatusTable
					rows={rows}
					day={day.date}
					labelledBy={headingId}
					language={language}
					withChanges={admin}
				/>
			)}
		</div>
	);
}
