import type { TFunction } from "i18next";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { Icon } from "~/components/icon";
import { PilotMarks, RegistrationNumber } from "~/components/pilot-marks";
import { PilotName } from "~/components/pilot-name";
import { useTexts } from "~/components/use-texts";
import { middayOf } from "~/lib/editions/prague-time";
import { gliderLabel } from "~/lib/entries/gliders";
import { type ListQuery, listAddress } from "~/lib/entries/starting-list/list-query";
import { formatDayOf } from "~/lib/i18n/format-dates";
import type { Language } from "~/lib/i18n/language";
import type { ClassType } from "~db/enums";
import type { Counts, PublicGroup } from "./page.server";

const sortOf = { startNumber: "startNumber", pilot: "name", aeroclub: "aeroclub", glider: "glider" } as const;

/**
 * The heads of columns by which the list can stand lead to that order.
 * @param isByPlace whether the list's own order is that of the places, and not of the start numbers
 */
export function headsOf<Column extends string>(
	columns: readonly Column[],
	labels: Readonly<Partial<Record<Column, string>>>,
	query: ListQuery,
	isByPlace = false,
) {
	return columns.map((column) => {
		const label = labels[column] ?? "";
		const isSort = column in sortOf && !(isByPlace && column === "startNumber");
		const sort = isSort ? sortOf[column as keyof typeof sortOf] : null;
		return sort ? { label, to: listAddress(query, { sort }), isChosen: query.sort === sort } : label;
	});
}

const columns = ["startNumber", "pilot", "aeroclub", "glider", "registrationNumber", "flight"] as const;

interface PublicClassProps {
	readonly group: PublicGroup;
	readonly query: ListQuery;
	/** Whether a policy gives the places. */
	readonly isByPlace: boolean;
}

export function PublicClass({ group, query, isByPlace }: PublicClassProps) {
	const { t, language } = useTexts();
	const { counts, entries, type } = group;
	const isFlown = entries.some(({ flight }) => flight);
	const shown = columns.filter((column) => column !== "flight" || isFlown);
	const labels = Object.fromEntries(shown.map((column) => [column, t(`startingList.column.${column}`)]));
	return (
		<section className="section public-list" aria-labelledby={`class-${type}`}>
			<ClassHead type={type} counts={counts} isByPlace={isByPlace} />
			{entries.length === 0 ? (
				<p className="empty">{t(emptyText(query.q, counts.waiting))}</p>
			) : (
				<DataTable
					compact
					labelledBy={`class-${type}`}
					columns={headsOf(shown, labels, query, isByPlace)}
					bodyId={`list-${type}`}
				>
					{entries.map((entry) => (
						<PublicRow
							key={entry.id}
							entry={entry}
							classType={type}
							labels={labels}
							t={t}
							language={language}
						/>
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
	readonly entry: PublicGroup["entries"][number];
	readonly classType: ClassType;
	/** Looked up once for all rows, like `t` and `language`: a hook in every row is slow. */
	readonly labels: Readonly<Partial<Record<(typeof columns)[number], string>>>;
	readonly t: TFunction;
	readonly language: Language;
}

function PublicRow({ entry, classType, labels, t, language }: PublicRowProps) {
	return (
		<DataRow className="short-row list-row">
			<DataCell>
				<span className="start-number">{entry.startNumber}</span>
			</DataCell>
			<RowHeader>
				{entry.place?.hasPage === false ? (
					entry.fullName
				) : (
					<PilotName
						withStar
						pilot={{ id: entry.id, startNumber: entry.startNumber, classType, name: entry.fullName }}
					/>
				)}
				<PilotMarks {...entry} /> <ReserveBadge place={entry.reservePlace} t={t} />
				{entry.place && <PlaceBadges place={entry.place} t={t} />}
				{entry.isPaidShown && <span className="badge">{t("startingList.paid")}</span>}
			</RowHeader>
			<DataCell>{entry.aeroclub}</DataCell>
			<DataCell>{gliderLabel(entry.gliderName, entry.handicap, language)}</DataCell>
			<DataCell>
				<RegistrationNumber>{entry.registrationNumber}</RegistrationNumber>
			</DataCell>
			{labels.flight && (
				<DataCell>
					{entry.flight && (
						<AppLink className="list-flight" to={entry.flight.path} tabIndex={-1}>
							<Icon name="map" />
							<span className="sr-only">{t("startingList.flight")} </span>
							{formatDayOf(middayOf(entry.flight.date), language)}
							<span className="sr-only">: {entry.fullName}</span>
						</AppLink>
					)}
				</DataCell>
			)}
		</DataRow>
	);
}

export function ReserveBadge({ place, t }: { readonly place: number | null; readonly t: TFunction }) {
	if (place === null) return null;
	return <span className="badge badge-reserve">{t("startingList.reservePlace", { place })}</span>;
}

interface PlaceBadgesProps {
	readonly place: NonNullable<PublicGroup["entries"][number]["place"]>;
	readonly t: TFunction;
}

/** Position in the ranking list, wild card, and what nobody has applied yet. */
function PlaceBadges({ place: { position, isWildcard, unapplied }, t }: PlaceBadgesProps) {
	return (
		<>
			{position !== null && <span className="badge">{t("startingList.rankingPosition", { position })}</span>}{" "}
			{isWildcard && (
				<abbr className="badge" title={t("startingList.wildcard")}>
					WC
				</abbr>
			)}{" "}
			{unapplied && <span className="muted font-normal">{t(`startingList.unapplied.${unapplied}`)}</span>}
		</>
	);
}

interface ClassHeadProps {
	readonly type: string;
	readonly counts: Counts;
	/** Whether a policy gives the places, so that nobody waits for acceptance. */
	readonly isByPlace?: boolean;
}

export function ClassHead({ type, counts, isByPlace = false }: ClassHeadProps) {
	const { t, classNameOf } = useTexts();
	return (
		<>
			<h2 id={`class-${type}`}>{classNameOf(type)}</h2>
			<p className="muted mb-3 max-md:mb-2 max-md:text-small">
				{[
					t(isByPlace ? "startingList.count.placed" : "startingList.count.accepted", {
						count: counts.starters,
					}),
					t("startingList.count.reserves", { count: counts.reserves }),
					...(isByPlace ? [] : [t("startingList.count.waiting", { count: counts.waiting })]),
					...(counts.withdrawn > 0 ? [t("startingList.count.withdrawn", { count: counts.withdrawn })] : []),
				].join("\u00a0· ")}
			</p>
		</>
	);
}
