import { useState } from "react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import { middayOf } from "~/lib/editions/prague-time";
import { entryPath, owingPath, paymentsOfPath } from "~/lib/entries/entry-paths";
import { formatChangeTime, formatDayOf } from "~/lib/i18n/format-dates";
import type { Owing, ShownDebtor } from "./owing.server";

/** What competitors have not delivered, and the button that reminds everybody who has got no reminder in the last 24 hours. */
export function OwingList({ debtors, due, last, isLinked }: Owing) {
	const { t, language } = useTexts();
	const [busy, setBusy] = useState(false);
	return (
		<div className="section stack">
			<h2 id="missing-title">{t("missing.title")}</h2>
			<p>{t("missing.intro")}</p>
			{last && <p>{t("missing.last", { time: formatChangeTime(last.at, language), count: last.mails })}</p>}
			{due > 0 ? (
				<form method="post" action={owingPath} className="no-print" onSubmit={() => setBusy(true)}>
					<input type="hidden" name="intent" value="remind" />
					<SubmitButton busy={busy}>{t("missing.remind", { count: due })}</SubmitButton>
				</form>
			) : (
				debtors.length > 0 && <p className="notice notice-info">{t("missing.remind.again")}</p>
			)}
			<DebtorTable labelledBy="missing-title" debtors={debtors} isLinked={isLinked} />
		</div>
	);
}

interface DebtorTableProps extends Pick<Owing, "isLinked"> {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly debtors: readonly ShownDebtor[];
}

function DebtorTable({ labelledBy, debtors, isLinked }: DebtorTableProps) {
	const { t, language } = useTexts();
	if (debtors.length === 0) return <p className="empty">{t("missing.empty")}</p>;
	const columns = {
		startNumber: t("missing.column.startNumber"),
		pilot: t("missing.column.pilot"),
		missing: t("missing.column.missing"),
		reminded: t("missing.column.reminded"),
	};
	return (
		<DataTable compact labelledBy={labelledBy} columns={Object.values(columns)}>
			{debtors.map(({ id, startNumber, fullName, missing, remindedAt }) => (
				<DataRow key={id}>
					<DataCell>
						<span className="start-number">{startNumber}</span>
					</DataCell>
					<RowHeader>
						<AppLink to={isLinked ? entryPath(id) : paymentsOfPath(id)}>{fullName}</AppLink>
					</RowHeader>
					<DataCell label={columns.missing}>
						<ul className="text-ink">
							{missing.payment && (
								<li>
									{t("missing.payment")}: {missing.payment}
								</li>
							)}
							{missing.logs.length > 0 && (
								<li>
									{t("missing.log", {
										day: missing.logs.map(({ date }) => formatDayOf(middayOf(date), language)).join(", "),
									})}
								</li>
							)}
						</ul>
					</DataCell>
					<DataCell label={columns.reminded}>
						<span className="muted">
							{remindedAt
								? t("missing.remindedAt", { time: formatChangeTime(remindedAt, language) })
								: t("missing.notReminded")}
						</span>
					</DataCell>
				</DataRow>
			))}
		</DataTable>
	);
}
