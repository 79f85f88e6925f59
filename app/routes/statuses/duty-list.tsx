import { Form } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { useTexts } from "~/components/use-texts";
import type { StatusTap } from "~/lib/days/statuses/status-taps";
import { type BoardChoice, boardPath, dutyFilters } from "./board-address";
import { DutyRow } from "./duty-row";
import { foundRows } from "./found-rows";
import type { BoardRow, StatusBoard } from "./page.server";
import { LastChange } from "./status-table";
import { classesOf, UndoTaps } from "./undo-taps";

interface DutyListProps {
	readonly rows: readonly BoardRow[];
	readonly taps: readonly StatusTap[];
	readonly day: NonNullable<StatusBoard["day"]>;
	readonly undoable: StatusBoard["undoable"];
	readonly choice: BoardChoice;
}

/** A row of 56 px for each competitor. Search and filters need no request where scripts run; without them they are in the address. */
export function DutyList({ rows, taps, day, undoable, choice }: DutyListProps) {
	const { t } = useTexts();
	const [shown, setShown] = useState({ q: choice.q, only: choice.only });
	const path = boardPath(choice);
	// A launch is of the whole class, so it is not offered beside a part of it.
	const areWhole = choice.gliderTypeId === null;
	const types: readonly string[] = areWhole ? undoable : [];
	const launched = rows.filter(({ classType }) => types.includes(classType));
	const found = foundRows(rows, shown);

	return (
		<>
			<DutyTools choice={choice} shown={shown} onShow={setShown}>
				<NewestChange rows={rows} day={day.date} />
				<UndoTaps rows={rows} launched={launched} taps={taps} day={day.id} path={path} />
			</DutyTools>
			{areWhole && !day.isAhead && <LaunchForms rows={rows} day={day.id} path={path} />}
			<ul className="duty-list">
				{found.map((row) => (
					<DutyRow key={row.id} row={row} day={day.date} path={path} />
				))}
			</ul>
			{found.length === 0 && <p className="empty">{t("statuses.duty.nobody")}</p>}
			<ClearForm rows={rows} path={path} />
		</>
	);
}

function NewestChange({ rows, day }: Pick<DutyListProps, "rows"> & { readonly day: string }) {
	const { t } = useTexts();
	const [newest] = rows.toSorted(
		(one, other) => (other.lastChange?.at.getTime() ?? 0) - (one.lastChange?.at.getTime() ?? 0),
	);
	if (!newest?.lastChange) return null;
	const status = t(`competitorStatus.${newest.status ?? "none"}`);
	return (
		<p className="muted max-md:truncate">
			{t("statuses.duty.newest", { number: newest.startNumber, status })}
			{", "}
			<LastChange change={newest.lastChange} day={day} />
		</p>
	);
}

type Shown = Pick<BoardChoice, "q" | "only">;

interface DutyToolsProps {
	readonly choice: BoardChoice;
	readonly shown: Shown;
	readonly onShow: (shown: Shown) => void;
	/** The newest change and the undo. */
	readonly children: ReactNode;
}

/** On a phone only the finder and the undo stay at the top: with large text all of it would be most of the screen. */
const stuckOnPhones = "max-md:sticky max-md:z-10 max-md:bg-ground max-md:py-2";

/** Stays at the top of the screen. */
function DutyTools({ choice, shown, onShow, children }: DutyToolsProps) {
	const { t } = useTexts();
	return (
		<div className="duty-tools no-print z-10 gap-2 border-b border-line bg-ground py-2 max-md:contents md:sticky md:top-0 md:grid md:grid-cols-[14rem_auto] md:items-center lg:grid-cols-[14rem_auto_minmax(0,1fr)]">
			<Form
				method="get"
				action="/statuses"
				role="search"
				aria-label={t("statuses.duty.find")}
				className={`max-md:top-0 ${stuckOnPhones}`}
				onSubmit={(event) => event.preventDefault()}
			>
				{[...new URLSearchParams(boardPath({ ...choice, q: null }).split("?")[1])].map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label className="sr-only" htmlFor="duty-find">
					{t("statuses.duty.find")}
				</label>
				<input
					id="duty-find"
					className="min-h-11 w-full rounded-control border-[1.5px] border-edge bg-ground px-3 py-1 text-ink placeholder:text-muted"
					type="search"
					name="q"
					placeholder={t("statuses.duty.find")}
					autoComplete="off"
					autoCapitalize="characters"
					enterKeyHint="search"
					value={shown.q ?? ""}
					onChange={({ currentTarget }) => onShow({ ...shown, q: currentTarget.value || null })}
				/>
			</Form>
			<ul className="tabs gap-1 max-md:my-0" aria-label={t("statuses.duty.filters")}>
				{[null, ...dutyFilters].map((only) => (
					<li key={only}>
						<a
							className="button rounded-full px-2.5 text-small"
							href={boardPath({ ...choice, ...shown, only })}
							aria-current={shown.only === only ? "true" : undefined}
							onClick={(event) => {
								event.preventDefault();
								onShow({ ...shown, only });
							}}
						>
							{t(filterText(only))}
						</a>
					</li>
				))}
			</ul>
			{/* As high with the undo as without it: the rows below must not move under a finger. */}
			<div
				className={`grid min-h-11 items-center gap-2 text-small/tight max-md:top-15 max-md:min-h-21 max-md:content-start max-md:gap-1 max-md:border-b max-md:border-line md:col-span-full md:grid-cols-[minmax(0,1fr)_auto] lg:col-auto lg:grid-cols-[auto_auto] lg:justify-end ${stuckOnPhones}`}
			>
				{children}
			</div>
		</div>
	);
}

function filterText(only: BoardChoice["only"]): string {
	if (only === null) return "statuses.duty.all";
	return only === "none" ? "statuses.duty.none" : `competitorStatus.${only}`;
}

interface LaunchFormsProps {
	readonly rows: readonly BoardRow[];
	/** Id of the day. */
	readonly day: string;
	readonly path: string;
}

/** For each class, a button launches everybody who stands on the ground and is not scratched. Its undo stands with those of the taps. */
function LaunchForms({ rows, day, path }: LaunchFormsProps) {
	const { t, classNameOf } = useTexts();
	const standing = rows.filter(
		({ status, isScratched }) => (status === "DNF" || status === null) && !isScratched,
	);
	return (
		<div className="no-print my-2 flex flex-wrap gap-2 max-md:*:grow max-md:*:basis-36">
			{classesOf(standing).map((type) => (
				<ActionForm
					key={type}
					action={path}
					errorText={t("competitorStatus.update.error")}
					values={{ day, class: type }}
				>
					<button
						type="submit"
						className="button max-md:w-full max-md:px-2 max-md:py-1 max-md:text-small"
						name="intent"
						value="launch"
					>
						<Icon name="flying" className="max-md:hidden" />
						{t("statuses.launch", {
							class: classNameOf(type),
							count: standing.filter(({ classType }) => classType === type).length,
						})}
					</button>
				</ActionForm>
			))}
		</div>
	);
}

/** Takes a status off, which is rare and has no place in the rows: a tap there is taken back by its undo. */
function ClearForm({ rows, path }: { readonly rows: readonly BoardRow[]; readonly path: string }) {
	const { t } = useTexts();
	const known = rows.filter(({ status }) => status !== null);
	if (known.length === 0) return null;
	return (
		<details className="section no-print">
			<summary>{t("statuses.duty.clear")}</summary>
			<ActionForm action={path} errorText={t("competitorStatus.update.error")}>
				<div className="button-row">
					<label className="sr-only" htmlFor="clear-status">
						{t("statuses.duty.clear.whom")}
					</label>
					<select id="clear-status" name="id" className="min-h-11 max-w-full px-2">
						{known.map(({ id, startNumber, fullName }) => (
							<option key={id} value={id}>{`${startNumber} ${fullName}`}</option>
						))}
					</select>
					<button type="submit" className="button" name="status" value="">
						{t("competitorStatus.reset")}
					</button>
				</div>
			</ActionForm>
		</details>
	);
}
