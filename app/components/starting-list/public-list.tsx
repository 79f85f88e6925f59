import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { gliderLabel } from "~/components/entry/entry-options";
import type { Language } from "~/lib/i18n/language";
import type { PublicGroup, ShownEntry } from "~/lib/starting-list/list-page.server";
import type { ListQuery } from "~/lib/starting-list/list-query";
import { ClassHead } from "./class-head";

const columns = ["startNumber", "pilot", "aeroclub", "glider", "registrationNumber"] as const;

/** One class as visitors see it. */
export function PublicClass({ group, query }: { readonly group: PublicGroup; readonly query: ListQuery }) {
	const { t } = useTranslation();
	const { counts, entries, type } = group;
	return (
		<section className="section public-list" aria-labelledby={`class-${type}`}>
			<ClassHead type={type} counts={counts} />
			{entries.length === 0 ? (
				<p className="empty">{t(query.q ? "startingList.nothingFound" : "startingList.empty")}</p>
			) : (
				<DataTable
					compact
					labelledBy={`class-${type}`}
					columns={columns.map((column) => t(`startingList.column.${column}`))}
				>
					{entries.map((entry) => (
						<PublicRow key={entry.id} entry={entry} />
					))}
				</DataTable>
			)}
		</section>
	);
}

function PublicRow({ entry }: { readonly entry: ShownEntry }) {
	const { t, i18n } = useTranslation();
	return (
		<DataRow>
			<DataCell>
				<span className="start-number">{entry.startNumber}</span>
			</DataCell>
			<RowHeader>
				{entry.fullName} <ReserveBadge place={entry.reservePlace} />
			</RowHeader>
			<DataCell label={t("startingList.column.aeroclub")}>{entry.aeroclub}</DataCell>
			<DataCell label={t("startingList.column.glider")}>
				{gliderLabel(entry.gliderName, entry.gliderIndex, i18n.language as Language)}
			</DataCell>
			<DataCell label={t("startingList.column.registrationNumber")}>{entry.registrationNumber}</DataCell>
		</DataRow>
	);
}

/** Says that an entry is a reserve and which; nothing for those who start. */
export function ReserveBadge({ place }: { readonly place: number | null }) {
	const { t } = useTranslation();
	if (place === null) return null;
	return <span className="badge badge-reserve">{t("startingList.reservePlace", { place })}</span>;
}
