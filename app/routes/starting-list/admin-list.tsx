import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { gliderLabel } from "~/components/entry/entry-options";
import { Icon } from "~/components/icon";
import { useLanguage } from "~/components/use-language";
import { ClassHead } from "./class-head";
import { FlagToggle } from "./flag-toggle";
import type { AdminGroup } from "./list-page.server";
import type { ListQuery } from "./list-query";
import { ReserveBadge } from "./public-list";

/** Id of the form that accepts the ticked entries. */
export const acceptFormId = "accept-entries";

const flags = ["accepted", "isReserve", "paid"] as const;
const columns = ["choose", "startNumber", "pilot", "glider", "state"] as const;

/** One class as organisers see it: every entry with its flags. */
export function AdminClass({ group, query }: { readonly group: AdminGroup; readonly query: ListQuery }) {
	const { t } = useTranslation();
	const { entries, type } = group;
	const filtered = query.q !== "" || query.completion !== "all";
	return (
		<section className="section" aria-labelledby={`class-${type}`}>
			<ClassHead type={type} counts={group.counts} />
			{entries.length === 0 ? (
				<p className="empty">{t(filtered ? "startingList.nothingFound" : "startingList.empty")}</p>
			) : (
				<DataTable
					compact
					labelledBy={`class-${type}`}
					columns={columns.map((column) => t(`startingList.column.${column}`))}
				>
					{entries.map((entry) => (
						<AdminRow key={entry.id} entry={entry} />
					))}
				</DataTable>
			)}
		</section>
	);
}

function AdminRow({ entry }: { readonly entry: AdminGroup["entries"][number] }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const { id, fullName } = entry;
	return (
		<DataRow id={`entry-${id}`}>
			<DataCell>
				{!entry.accepted && (
					<label className="inline-flex size-11 items-center justify-center md:-ml-2.5">
						<input type="checkbox" className="size-6" name="entry" value={id} form={acceptFormId} />
						<span className="sr-only">{t("startingList.choose", { fullName })}</span>
					</label>
				)}
			</DataCell>
			<DataCell>
				<span className="start-number">{entry.startNumber}</span>
			</DataCell>
			<RowHeader>
				<AppLink to={`/registration/${id}`}>{fullName}</AppLink>{" "}
				<ReserveBadge place={entry.reservePlace} t={t} />{" "}
				{entry.duplicateStartNumber && (
					<span className="chip chip-danger">
						<Icon name="warning" />
						{t("startingList.duplicate")}
					</span>
				)}{" "}
				{entry.registrationCompleted && (
					<span className="chip chip-success">
						<Icon name="check" />
						{t("startingList.completed")}
					</span>
				)}
				<br />
				<span className="muted font-normal">{entry.aeroclub}</span>
			</RowHeader>
			<DataCell label={t("startingList.column.glider")}>
				<span>
					{gliderLabel(entry.gliderName, entry.gliderIndex, language)}
					<br className="max-md:hidden" /> <span className="muted unbroken">{entry.registrationNumber}</span>
				</span>
			</DataCell>
			<DataCell>
				<div className="button-row lg:flex-nowrap">
					{flags.map((flag) => (
						<FlagToggle key={flag} id={id} fullName={fullName} flag={flag} value={entry[flag]} />
					))}
				</div>
			</DataCell>
		</DataRow>
	);
}
