import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useLanguage } from "~/components/use-language";
import { gliderLabel } from "~/lib/classes/glider-label";
import type { Language } from "~/lib/i18n/language";
import type { ListQuery } from "~/lib/starting-list/list-query";
import { ClassHead } from "./class-head";
import type { PublicGroup, ShownEntry } from "./list-page.server";

const columns = ["startNumber", "pilot", "aeroclub", "glider", "registrationNumber"] as const;

export function PublicClass({ group, query }: { readonly group: PublicGroup; readonly query: ListQuery }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { counts, entries, type } = group;
	const labels = Object.fromEntries(columns.map((column) => [column, t(`startingList.column.${column}`)]));
	return (
		<section className="section public-list" aria-labelledby={`class-${type}`}>
			<ClassHead type={type} counts={counts} />
			{entries.length === 0 ? (
				<p className="empty">{t(emptyText(query.q, counts.waiting))}</p>
			) : (
				<DataTable compact labelledBy={`class-${type}`} columns={Object.values(labels)}>
					{entries.map((entry) => (
						<PublicRow key={entry.id} entry={entry} labels={labels} t={t} language={language} />
					))}
				</DataTable>
			)}
		</section>
	);
}

function emptyText(q: string, waiting: number): string {
	if (q) return "startingList.nothingFound";
	return waiting > 0 ? "startingList.noneAccepted" : "startingList.empty";
}

interface PublicRowProps {
	readonly entry: ShownEntry;
	/** Looked up once for all rows, like `t` and `language`: a hook in every row is slow. */
	readonly labels: Readonly<Partial<Record<(typeof columns)[number], string>>>;
	readonly t: TFunction;
	readonly language: Language;
}

function PublicRow({ entry, labels, t, language }: PublicRowProps) {
	return (
		<DataRow>
			<DataCell>
				<span className="start-number">{entry.startNumber}</span>
			</DataCell>
			<RowHeader>
				{entry.fullName} <ReserveBadge place={entry.reservePlace} t={t} />
			</RowHeader>
			<DataCell label={labels.aeroclub}>{entry.aeroclub}</DataCell>
			<DataCell label={labels.glider}>{gliderLabel(entry.gliderName, entry.gliderIndex, language)}</DataCell>
			<DataCell label={labels.registrationNumber}>{entry.registrationNumber}</DataCell>
		</DataRow>
	);
}

export function ReserveBadge({ place, t }: { readonly place: number | null; readonly t: TFunction }) {
	if (place === null) return null;
	return <span className="badge badge-reserve">{t("startingList.reservePlace", { place })}</span>;
}
