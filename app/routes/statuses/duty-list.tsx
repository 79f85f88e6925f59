import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StatusTap } from "~/lib/days/statuses/status-taps";
import type { Language } from "~/lib/i18n/language";
import { type BoardChoice, boardPath } from "./board-address";
import { ClearForm } from "./clear-form";
import { DutyTools } from "./duty-tools";
import { foundRows } from "./found-rows";
import { LastChange } from "./last-change";
import { LaunchForms } from "./launch-forms";
import type { BoardRow, StatusBoard } from "./status-board.server";
import { StatusButtons } from "./status-buttons";
import { statusTarget } from "./status-target";
import { UndoTaps } from "./undo-taps";

interface DutyListProps {
	readonly rows: readonly BoardRow[];
	readonly taps: readonly StatusTap[];
	readonly day: NonNullable<StatusBoard["day"]>;
	readonly choice: BoardChoice;
	readonly language: Language;
}

/** A row of 56 px for each competitor. Search and filters need no request where scripts run; without them they are in the address. */
export function DutyList({ rows, taps, day, choice, language }: DutyListProps) {
	const { t } = useTranslation();
	const [shown, setShown] = useState({ find: choice.find, only: choice.only });
	const path = boardPath(choice);
	const found = foundRows(rows, shown);

	return (
		<>
			<DutyTools choice={choice} shown={shown} onShow={setShown}>
				<NewestChange rows={rows} day={day.date} language={language} />
				<UndoTaps rows={rows} taps={taps} path={path} />
			</DutyTools>
			{/* A launch is of the whole class, so it is not offered beside a part of it. */}
			{choice.gliderTypeId === null && <LaunchForms rows={rows} day={day.id} path={path} />}
			<ul className="duty-list">
				{found.map((row) => (
					<li key={row.id} id={statusTarget(row.id)} className="duty-row">
						<span className="start-number">{row.startNumber}</span>
						<span className="duty-name">{row.fullName}</span>
						<span className="duty-class">{t(`competitionClass.${row.classType}`)}</span>
						<StatusButtons row={row} path={path} />
					</li>
				))}
			</ul>
			{found.length === 0 && <p className="empty">{t("statuses.duty.nobody")}</p>}
			<ClearForm rows={rows} path={path} />
		</>
	);
}

function NewestChange({
	rows,
	day,
	language,
}: Pick<DutyListProps, "rows" | "language"> & { readonly day: string }) {
	const { t } = useTranslation();
	const [newest] = rows.toSorted(
		(one, other) => (other.lastChange?.at.getTime() ?? 0) - (one.lastChange?.at.getTime() ?? 0),
	);
	if (!newest?.lastChange) return null;
	const status = t(`competitorStatus.${newest.status ?? "none"}`);
	return (
		<p className="muted">
			{t("statuses.duty.newest", { number: newest.startNumber, status })}
			{", "}
			<LastChange change={newest.lastChange} day={day} language={language} />
		</p>
	);
}
