import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useLanguage } from "~/components/use-language";
import { middayOf } from "~/lib/editions/prague-time";
import { formatChangeTime, formatDayOf } from "~/lib/i18n/format-dates";
import type { ShownDebtor } from "./missing-page.server";

interface DebtorTableProps {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly debtors: readonly ShownDebtor[];
}

export function DebtorTable({ labelledBy, debtors }: DebtorTableProps) {
	const { t } = useTranslation();
	const language = useLanguage();
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
						<AppLink to={`/registration/${id}`}>{fullName}</AppLink>
					</RowHeader>
					<DataCell label={columns.missing}>
						<ul className="text-ink">
							{missing.payment && <li>{t("missing.payment")}</li>}
							{missing.birthDate && <li>{t("missing.birthDate")}</li>}
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
