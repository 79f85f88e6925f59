import { useLocation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { memo } from "react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { RequestedChange } from "~/components/entry/requested-change";
import { Icon } from "~/components/icon";
import { PilotMarks, RegistrationNumber } from "~/components/pilot-marks";
import { ActionForm } from "~/components/queue/action-form";
import { useQueuedField } from "~/components/queue/use-queue";
import { WaitingMark } from "~/components/queue/waiting";
import { buttonClass } from "~/components/submit-button";
import { useHydrated } from "~/components/use-hydrated";
import { useTexts } from "~/components/use-texts";
import { middayOf } from "~/lib/editions/prague-time";
import { entryPath } from "~/lib/entries/entry-paths";
import { waitsForAcceptance } from "~/lib/entries/entry-state";
import { gliderLabel } from "~/lib/entries/gliders";
import type { ChangedField } from "~/lib/entries/requested-change";
import { type ListQuery, listAddress } from "~/lib/entries/starting-list/list-query";
import { formatDayOf } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { AdminGroup } from "./page.server";
import { ClassHead, headsOf, ReserveBadge } from "./public-list";

/** The ticked boxes belong to this form of `AdminTools`. */
export const acceptFormId = "accept-entries";

/** Whether the address asks to tick all boxes: a link does, without scripts too. */
export function useAreAllChosen(): boolean {
	return new URLSearchParams(useLocation().search).get("choose") === "all";
}

const flags = ["accepted", "isReserve", "paid"] as const;
const columns = ["choose", "startNumber", "pilot", "glider", "state"] as const;

interface AdminClassProps {
	readonly group: AdminGroup;
	readonly query: ListQuery;
	/** Whether the reader may change more than who has paid. */
	readonly isWhole: boolean;
	/** Whether entries are accepted here: a policy gives its places elsewhere. */
	readonly isAccepting: boolean;
}

export function AdminClass({ group, query, isWhole, isAccepting }: AdminClassProps) {
	const { t, language } = useTexts();
	const { entries, type } = group;
	const isOffered = isAccepting && entries.some(waitsForAcceptance);
	const shown = columns.filter((column) => column !== "choose" || isOffered);
	const labels = Object.fromEntries(shown.map((column) => [column, t(`startingList.column.${column}`)]));
	const filtered = query.q !== "" || query.completion !== "all" || query.filter !== null;
	const { search } = useLocation();
	const isChosen = useAreAllChosen();
	const hydrated = useHydrated();
	return (
		<section
			className={`section max-md:mt-4 ${isOffered ? "choosing" : ""}`}
			aria-labelledby={`class-${type}`}
		>
			<ClassHead type={type} counts={group.counts} />
			{entries.length === 0 ? (
				<p className="empty">{t(filtered ? "startingList.nothingFound" : "startingList.empty")}</p>
			) : (
				<DataTable compact labelledBy={`class-${type}`} columns={headsOf(shown, labels, query)}>
					{entries.map((entry) => (
						<AdminRow
							key={entry.id}
							entry={entry}
							isChosen={isOffered ? isChosen : null}
							action={`/starting-list${search}`}
							hydrated={hydrated}
							isWhole={isWhole}
							isAccepting={isAccepting}
							t={t}
							language={language}
						/>
					))}
				</DataTable>
			)}
		</section>
	);
}

interface ListPagesProps {
	readonly query: ListQuery;
	readonly page: number;
	readonly pages: number;
}

/** Links to the pages before and after. */
export function ListPages({ query, page, pages }: ListPagesProps) {
	const { t } = useTexts();
	if (pages === 1) return null;
	return (
		<nav className="section button-row no-print" aria-label={t("startingList.pages")}>
			{page > 1 && (
				<AppLink className="button" to={listAddress(query, { page: page - 1 })} rel="prev">
					{t("startingList.pages.before")}
				</AppLink>
			)}
			<span>{t("startingList.pages.shown", { page, pages })}</span>
			{page < pages && (
				<AppLink className="button" to={listAddress(query, { page: page + 1 })} rel="next">
					{t("startingList.pages.after")}
				</AppLink>
			)}
		</nav>
	);
}

/** The list reads all its rows after every tap, and draws those that have changed. */
const AdminRow = memo(DrawnRow);

/** Looked up once for all rows: a hook in every row is slow. */
interface RowContext {
	readonly action: string;
	readonly hydrated: boolean;
	readonly isWhole: boolean;
	readonly isAccepting: boolean;
	readonly t: TFunction;
}

interface AdminRowProps extends RowContext {
	readonly entry: AdminGroup["entries"][number];
	/** Whether its box is ticked; null where the list has no boxes, as nobody waits. */
	readonly isChosen: boolean | null;
	readonly language: Language;
}

function DrawnRow({ entry, isChosen, language, ...rest }: AdminRowProps) {
	const { t, isWhole, isAccepting } = rest;
	const { id, fullName } = entry;
	const isWaiting = isAccepting && waitsForAcceptance(entry);
	return (
		<DataRow id={`entry-${id}`}>
			{isChosen !== null && (
				<DataCell className="max-md:absolute max-md:top-0.5 max-md:right-0.5">
					{isWaiting && <ChoiceBox id={id} fullName={fullName} isChosen={isChosen} t={t} />}
				</DataCell>
			)}
			<DataCell>
				<span className="start-number">{entry.startNumber}</span>
			</DataCell>
			<RowHeader className={isWaiting ? "max-md:mr-9" : undefined}>
				{isWhole ? <AppLink to={entryPath(id)}>{fullName}</AppLink> : fullName}
				<PilotMarks {...entry} /> <ReserveBadge place={entry.reservePlace} t={t} />{" "}
				{entry.duplicateStartNumber && (
					<span className="chip chip-danger max-sm:whitespace-normal">
						<Icon name="warning" />
						{t("startingList.duplicate")}
					</span>
				)}{" "}
				{entry.registrationCompleted && (
					<span className="chip chip-success max-sm:whitespace-normal">
						<Icon name="check" />
						{t("startingList.completed")}
					</span>
				)}
				{entry.withdrawnFrom && (
					<span className="chip chip-warning max-sm:whitespace-normal">
						<Icon name="cross" />
						{t("startingList.withdrawn", { day: formatDayOf(middayOf(entry.withdrawnFrom), language) })}
					</span>
				)}
				<br />
				<span className="muted font-normal">
					{entry.aeroclub}
					{entry.variableSymbol && (
						<>
							{" · "}
							<span className="unbroken">{t("startingList.symbol", { symbol: entry.variableSymbol })}</span>
						</>
					)}
				</span>
				{entry.requested && <ChangeDecision entry={entry} changes={entry.requested} {...rest} />}
			</RowHeader>
			<DataCell label={t("startingList.column.glider")}>
				<span>
					{gliderLabel(entry.gliderName, entry.handicap, language)}
					<br className="max-md:hidden" />{" "}
					<span className="muted">
						<RegistrationNumber>{entry.registrationNumber}</RegistrationNumber>
					</span>
				</span>
			</DataCell>
			<DataCell>
				<span className="print-only hidden print:inline">
					{printedFlags(entry)
						.map((key) => t(key))
						.join(" · ")}
				</span>
				<Flags entry={entry} {...rest} />
			</DataCell>
		</DataRow>
	);
}

interface ChoiceBoxProps extends Pick<RowContext, "t"> {
	readonly id: string;
	readonly fullName: string;
	readonly isChosen: boolean;
}

function ChoiceBox({ id, fullName, isChosen, t }: ChoiceBoxProps) {
	return (
		<label className="inline-flex size-11 items-center justify-center md:-ml-2.5">
			<input
				key={String(isChosen)}
				type="checkbox"
				className="size-6"
				name="entry"
				value={id}
				form={acceptFormId}
				defaultChecked={isChosen}
			/>
			<span className="sr-only">{t("startingList.choose", { fullName })}</span>
		</label>
	);
}

/** Flags for the printed list, which has no buttons. A reserve is marked beside the name. */
function printedFlags({ accepted, withdrawnFrom, paid }: AdminGroup["entries"][number]) {
	return [
		...(withdrawnFrom ? [] : [accepted ? "startingList.accepted" : "startingList.waiting"]),
		paid ? "startingList.paid" : "startingList.unpaid",
	];
}

interface ChangeDecisionProps extends RowContext {
	readonly entry: AdminGroup["entries"][number];
	readonly changes: readonly ChangedField[];
}

function ChangeDecision({ entry, changes, action, hydrated, t }: ChangeDecisionProps) {
	return (
		<div className="notice notice-warning font-normal">
			<p className="notice-title">{t("startingList.change.title")}</p>
			<RequestedChange changes={changes} />
			<ActionForm
				action={action}
				errorText={t("registration.update.error")}
				values={{ entry: entry.id, version: entry.version, row: hydrated ? null : entry.id }}
			>
				<div className="button-row no-print">
					{(["accept", "refuse"] as const).map((decision) => (
						<button
							key={decision}
							type="submit"
							className={buttonClass(decision === "accept")}
							name="intent"
							value={`${decision}-change`}
						>
							{t(`startingList.change.${decision}`)}
							<span className="sr-only">{`: ${entry.fullName}`}</span>
						</button>
					))}
				</div>
			</ActionForm>
		</div>
	);
}

interface FlagsProps extends RowContext {
	readonly entry: AdminGroup["entries"][number];
}

/** The flags of an entry, boxes that a tap ticks, in one form: a list has three for each row. */
function Flags({ entry, action, hydrated, isWhole, isAccepting, t }: FlagsProps) {
	const { id } = entry;
	// Where a policy gives the places, acceptance brings back who has withdrawn, and no more.
	const offered = isAccepting
		? flags
		: flags.filter((flag) => flag === "paid" || (isWhole && flag === "accepted" && entry.withdrawnFrom));
	const target = `flags-${id}`;
	const queued = {
		accepted: useQueuedField(`${target}#accepted`, "accepted", String(entry.accepted)),
		isReserve: useQueuedField(`${target}#isReserve`, "isReserve", String(entry.isReserve)),
		paid: useQueuedField(`${target}#paid`, "paid", String(entry.paid)),
	};
	return (
		<ActionForm
			action={action}
			errorText={t("registration.update.error")}
			target={target}
			taps={{ accepted: queued.accepted.tap, isReserve: queued.isReserve.tap, paid: queued.paid.tap }}
			// Without scripts the page reloads and scrolls back to this row.
			values={{ entry: id, row: hydrated ? null : id }}
		>
			<div className="flags no-print">
				{offered.map((flag) => (
					<Flag key={flag} entry={entry} flag={flag} queued={queued[flag]} t={t} />
				))}
			</div>
		</ActionForm>
	);
}

interface FlagProps extends Pick<FlagsProps, "entry" | "t"> {
	readonly flag: (typeof flags)[number];
	readonly queued: Pick<ReturnType<typeof useQueuedField>, "value" | "wanted">;
}

/**
 * Flips one flag of an entry. Until the server has it the button says that it waits; a second tap then tries again. Who has flown
 * withdraws where the entry is, with a day and a reason, so acceptance is only said here; who has withdrawn is brought back by a command.
 */
function Flag({ entry, flag, queued: { value, wanted }, t }: FlagProps) {
	const hasFlown = flag === "accepted" && entry.hasFlown;
	if (hasFlown && entry.accepted)
		return (
			<span className="flag" data-on="">
				{t("startingList.accepted")}
			</span>
		);
	const pressed = value === "true";
	return (
		<button
			type="submit"
			className={hasFlown ? "button" : "flag"}
			name={flag}
			value={String(hasFlown || !pressed)}
			aria-pressed={hasFlown ? undefined : pressed}
			data-waits={wanted === null ? undefined : ""}
		>
			{t(hasFlown ? "startingList.bringBack" : `startingList.flag.${flag}`)}
			{wanted !== null && <WaitingMark />}
			<span className="sr-only">{`: ${entry.fullName}`}</span>
		</button>
	);
}
