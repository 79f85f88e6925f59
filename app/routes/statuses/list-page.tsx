import { Form, Link } from "@remix-run/react";
import { SelectField } from "~/components/app-form";
import { DayStrip } from "~/components/day-reports/day-strip";
import { OpenDays } from "~/components/day-reports/open-days";
import { DeskLinks } from "~/components/desk/desk-links";
import { MissingList } from "~/components/desk/missing-list";
import { useStoredDesk } from "~/components/desk/use-stored-desk";
import { HiddenValues } from "~/components/hidden-values";
import { Icon } from "~/components/icon";
import { ActionForm } from "~/components/queue/action-form";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { SearchField } from "~/components/search-field";
import { SkipToList } from "~/components/skip-to-list";
import { useTexts } from "~/components/use-texts";
import { type BoardChoice, boardPath } from "./board-address";
import { LandingProposals } from "./landing-proposals";
import type { StatusBoard, StatusesData } from "./page.server";
import { ReservesList } from "./reserves-list";
import { StatusList } from "./status-list";

interface ListPageProps {
	readonly data: StatusesData;
	readonly live: LiveRefresh | undefined;
}

/** A list to read or, for organisers on duty, to change: the pilots then come first, and the choice of the day after them. */
export function ListPage({ data, live }: ListPageProps) {
	const { t } = useTexts();
	const { board, choice, admin } = data;
	const isDuty = admin && choice.duty;
	useStoredDesk(isDuty ? boardPath(choice) : null, data.version);
	const toolbar = <StatusToolbar board={board} choice={choice} />;
	return (
		<>
			<SkipToList />
			<div className="page-head max-md:mb-2 max-md:items-center">
				<div>
					<h1 className="max-md:text-2xl/tight">{t("nav.statuses")}</h1>
					{isDuty && <p className="max-md:sr-only">{t("statuses.duty.on")}</p>}
				</div>
				{isDuty ? <EndOfDuty choice={choice} /> : <RefreshBar live={live} />}
			</div>
			<DeskLinks current="statuses" date={choice.date} />
			{board.trouble && <p className="notice notice-warning">{board.trouble}</p>}
			<MissingList
				pilots={board.missedForDesk}
				title={board.missedTitle}
				sunset={board.sunset}
				now={data.readAt}
			/>
			{!isDuty && <DayStrip days={board.strip} />}
			{!isDuty && toolbar}
			{admin && !isDuty && <DutyBar choice={choice} />}
			{isDuty && board.day && (
				<LandingProposals rows={board.rows} day={board.day.id} path={boardPath(choice)} />
			)}
			{admin && <OpenDays days={board.openDays} />}
			{admin && <MissingStatuses board={board} choice={choice} />}
			<div data-refresh-region="">
				<StatusList board={board} choice={choice} admin={admin} />
			</div>
			{isDuty && board.day && (
				<ReservesList day={board.day.id} reserves={board.reserves} path={boardPath(choice)} />
			)}
			{isDuty && (
				<div className="section">
					<DayStrip days={board.strip} />
					{toolbar}
					<RefreshBar live={live} />
				</div>
			)}
		</>
	);
}

interface StatusToolbarProps {
	readonly board: Pick<StatusBoard, "gliderTypes">;
	readonly choice: BoardChoice;
}

/** A line: the search, and folded what is rarely asked. Enter searches; the days stand in their strip. */
function StatusToolbar({ board: { gliderTypes }, choice }: StatusToolbarProps) {
	const { t } = useTexts();
	const kept = boardPath({ ...choice, q: null, gliderTypeId: null }).split("?")[1];
	const chosen = gliderTypes.find(({ id }) => id === choice.gliderTypeId);
	return (
		<Form method="get" action="/statuses" className="search-line no-print" role="search" autoComplete="off">
			<HiddenValues values={Object.fromEntries(new URLSearchParams(kept))} />
			{!choice.duty && (
				<SearchField
					id="statuses-q"
					label={t("startingList.search")}
					q={choice.q ?? ""}
					nothingFound={t("statuses.duty.nobody")}
					isLine
				/>
			)}
			<details className="menu">
				<summary className="button">
					{chosen?.name ?? t("statuses.filter")}
					<Icon name="chevron-down" />
				</summary>
				<div className="menu-list right-0 grid w-72 max-w-[calc(100vw-2rem)] gap-3 p-3">
					<SelectField
						field={{
							id: "statuses-glider-type",
							name: "gliderType",
							initialValue: choice.gliderTypeId ?? "",
						}}
						label={t("statuses.gliderType")}
						none={t("statuses.allGliderTypes")}
						options={gliderTypes.map(({ id, name }) => ({ value: id, label: name }))}
					/>
					<button type="submit" className="button">
						{t("statuses.show")}
					</button>
				</div>
			</details>
		</Form>
	);
}

interface DutyProps {
	readonly choice: BoardChoice;
}

/** The bar for organisers. The buttons are locked until a duty begins. */
function DutyBar({ choice }: DutyProps) {
	const { t } = useTexts();
	return (
		<div className="notice notice-info no-print">
			<p className="notice-title">{t("statuses.duty.off")}</p>
			<Link
				className="button button-primary"
				to={boardPath({ ...choice, q: null, duty: true })}
				preventScrollReset
			>
				<Icon name="lock" />
				{t("statuses.duty.start")}
			</Link>
		</div>
	);
}

/** The button that ends the duty. It stands beside the heading, so that the competitors begin high on a phone. */
function EndOfDuty({ choice }: DutyProps) {
	const { t } = useTexts();
	return (
		<Link
			className="button no-print max-md:max-w-full max-md:flex-none max-md:px-2.5 max-md:text-small"
			to={boardPath({ ...choice, q: null, duty: false })}
			preventScrollReset
		>
			<Icon name="lock" />
			{t("statuses.duty.end")}
		</Link>
	);
}

/** A button that makes the statuses of competitors who were accepted after the task was set. */
function MissingStatuses({ board, choice }: DutyProps & { readonly board: StatusBoard }) {
	const { t } = useTexts();
	if (!board.day || board.missing === 0) return null;
	return (
		<ActionForm
			action={boardPath(choice)}
			errorText={t("competitorStatus.update.error")}
			values={{ day: board.day?.id }}
		>
			<p className="my-4 no-print">
				<button type="submit" className="button" name="intent" value="make">
					<Icon name="plus" />
					{t("statuses.make", { count: board.missing })}
				</button>
			</p>
		</ActionForm>
	);
}
