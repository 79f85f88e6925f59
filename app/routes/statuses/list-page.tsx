import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { OpenDays } from "~/components/day-reports/open-days";
import { Icon } from "~/components/icon";
import { useQueue } from "~/components/queue/use-queue";
import { type LiveRefresh, RefreshBar } from "~/components/refresh/refresh-bar";
import { boardPath } from "./board-address";
import { DutyBar, EndOfDuty, MissingStatuses } from "./duty-bar";
import { ReservesList } from "./reserves-list";
import { StatusList } from "./status-list";
import { StatusToolbar } from "./status-toolbar";
import type { StatusesData } from "./statuses-data";
import { useStoredDesk } from "./use-stored-desk";

interface ListPageProps {
	readonly data: StatusesData;
	readonly live: LiveRefresh | undefined;
}

/** A list to read or, for organisers on duty, to change: the pilots then come first, and the choice of the day after them. */
export function ListPage({ data, live }: ListPageProps) {
	const { t } = useTranslation();
	const { board, choice, admin, language } = data;
	const isDuty = admin && choice.duty;
	const { loaded } = useQueue();
	// With the queue, so that what waits comes back, too.
	useStoredDesk(isDuty && loaded ? boardPath(choice) : null, data.version);
	const toolbar = <StatusToolbar board={board} choice={choice} language={language} />;
	return (
		<>
			<div className={isDuty ? "page-head duty-head" : "page-head"}>
				<div>
					<h1>{t("nav.statuses")}</h1>
					{isDuty && <p className="max-md:sr-only">{t("statuses.duty.on")}</p>}
				</div>
				{isDuty ? <EndOfDuty choice={choice} /> : <RefreshBar live={live} />}
			</div>
			{!isDuty && toolbar}
			{admin && !isDuty && <DutyBar choice={choice} />}
			{admin && <OpenDays days={board.openDays} />}
			{admin && <MissingStatuses board={board} choice={choice} />}
			<div data-refresh-region="">
				<StatusList board={board} choice={choice} admin={admin} language={language} />
			</div>
			{isDuty && board.day && (
				<ReservesList day={board.day.id} reserves={board.reserves} path={boardPath(choice)} />
			)}
			{isDuty && (
				<div className="section">
					{toolbar}
					<RefreshBar live={live} />
				</div>
			)}
			<p className="section button-row no-print">
				<AppLink className="button" to={boardPath({ ...choice, view: "board", duty: false })}>
					<Icon name="list" />
					{t("statuses.board")}
				</AppLink>
			</p>
		</>
	);
}
