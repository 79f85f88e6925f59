import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isStuck, lastValue, queuedItems } from "~/browser/queue/queue-state";
import { useQueue } from "~/components/queue/use-queue";
import type { Language } from "~/lib/i18n/language";
import { matcherOf } from "~/lib/i18n/word-search";
import { foldedNumber } from "~/lib/registrations/start-number";
import { type BoardChoice, boardPath } from "./board-address";
import { DutyTools } from "./duty-tools";
import { LastChange } from "./last-change";
import { LaunchForms } from "./launch-forms";
import type { BoardRow, StatusBoard } from "./status-board.server";
import { StatusButtons } from "./status-buttons";
import { type Tap, UndoTaps } from "./undo-taps";

interface DutyListProps {
	readonly rows: readonly BoardRow[];
	readonly day: NonNullable<StatusBoard["day"]>;
	readonly choice: BoardChoice;
	readonly language: Language;
}

/** Whom the desk looks for: the number as far as it is typed, or parts of the name. */
function finderOf({ find, only }: Pick<BoardChoice, "find" | "only">): (row: BoardRow) => boolean {
	const typed = find ?? "";
	const matches = matcherOf(typed);
	const number = foldedNumber(typed);
	return ({ status, startNumber, fullName }) =>
		(!only || (status ?? "none") === only) &&
		(foldedNumber(startNumber).startsWith(number) || matches([fullName]));
}

/** A row of 56 px for each competitor. Search and filters need no request where scripts run; without them they are in the address. */
export function DutyList({ rows, day, choice, language }: DutyListProps) {
	const { t } = useTranslation();
	const [shown, setShown] = useState({ find: choice.find, only: choice.only });
	const [taps, setTaps] = useState<readonly Tap[]>([]);
	const { waiting } = useQueue();
	const path = boardPath(choice);
	const found = rows.filter(finderOf(shown));

	function remember(event: FormEvent<HTMLUListElement>): void {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const id = new FormData(event.target as HTMLFormElement).get("id");
		const row = rows.find((one) => one.id === id);
		if (!row || !(submitter instanceof HTMLButtonElement)) return;
		// What was not accepted has never been there.
		const accepted = queuedItems().filter((item) => !isStuck(item));
		const before = lastValue(accepted, `status-${row.id}`, "status") ?? row.status ?? "";
		setTaps([...taps, { id: row.id, before, set: submitter.value }].slice(-5));
	}

	// What was not accepted has nothing to undo.
	useEffect(() => {
		const stuck = waiting.filter(isStuck).map(({ target }) => target);
		if (stuck.length > 0) setTaps((all) => all.filter(({ id }) => !stuck.includes(`status-${id}`)));
	}, [waiting]);

	return (
		<>
			<DutyTools choice={choice} shown={shown} onShow={setShown}>
				<NewestChange rows={rows} day={day.date} language={language} />
				<UndoTaps rows={rows} taps={taps} path={path} onUndone={() => setTaps(taps.slice(0, -1))} />
			</DutyTools>
			{/* A launch is of the whole class, so it is not offered beside a part of it. */}
			{choice.gliderTypeId === null && <LaunchForms rows={rows} day={day.id} path={path} />}
			<ul className="duty-list" onSubmit={remember}>
				{found.map((row) => (
					<li key={row.id} id={`status-${row.id}`} className="duty-row">
						<span className="start-number">{row.startNumber}</span>
						<span className="duty-name">{row.fullName}</span>
						<span className="duty-class">{t(`competitionClass.${row.classType}`)}</span>
						<StatusButtons row={row} path={path} />
					</li>
				))}
			</ul>
			{found.length === 0 && <p className="empty">{t("statuses.duty.nobody")}</p>}
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
