import type { TFunction } from "i18next";
import { DataCell, DataRow, DataTable } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import { dayName, formatDayAndTime } from "~/lib/i18n/format-dates";
import type { RecordedChange, RecordedValue } from "./recorded-change";

interface Subject {
	readonly subjectPerson: string | null;
	readonly subjectDay: string | null;
	readonly subjectClassType: string | null;
	readonly subjectTitle: string | null;
}

interface AuditTableProps {
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly rows: readonly (Subject & {
		readonly id: string;
		readonly at: Date;
		/** The action in words. */
		readonly action: string;
		readonly subjectId: string | null;
		readonly changes: readonly RecordedChange[];
		readonly actorId: string | null;
		readonly actorName: string | null;
		readonly actorSurname: string | null;
	})[];
}

export function AuditTable({ labelledBy, rows }: AuditTableProps) {
	const { t, language } = useTexts();
	if (rows.length === 0) return <p className="empty">{t("audit.empty")}</p>;
	const columns = (["at", "person", "action", "detail"] as const).map((column) =>
		t(`audit.column.${column}`),
	);
	return (
		<DataTable labelledBy={labelledBy} columns={columns}>
			{rows.map(({ id, at, action, subjectId, changes, actorId, actorName, actorSurname, ...subject }) => (
				<DataRow key={id}>
					<DataCell label={columns[0]}>
						<time dateTime={at.toISOString()}>{formatDayAndTime(at, language)}</time>
					</DataCell>
					<DataCell label={columns[1]}>
						{actorSurname === null ? t("audit.nobody") : `${actorSurname} ${actorName}`}
					</DataCell>
					<DataCell label={columns[2]}>
						<div>
							{action}
							{subjectId !== actorId && <SubjectName {...subject} />}
						</div>
					</DataCell>
					<DataCell label={columns[3]}>
						{(subjectId !== null || changes.length > 0) && (
							<details>
								<summary className="whitespace-nowrap">{t("audit.detail.show")}</summary>
								<ul className="break-words text-sm">
									{changes.map((change) => (
										<li key={change.field} className="whitespace-pre-wrap">
											{`${change.field}: ${textOf(t, change)}`}
										</li>
									))}
								</ul>
								{subjectId && <p className="muted text-sm">{t("audit.detail.subject", { id: subjectId })}</p>}
							</details>
						)}
					</DataCell>
				</DataRow>
			))}
		</DataTable>
	);
}

/** The subject of a record, such as a competitor and a day. It is empty for a record without a name. */
function SubjectName({ subjectPerson, subjectDay, subjectClassType, subjectTitle }: Subject) {
	const { t, classNameOf } = useTexts();
	const day = subjectDay && dayName(t, subjectDay);
	const competitionClass = subjectClassType && classNameOf(subjectClassType);
	const name = [subjectPerson, day, competitionClass, subjectTitle].filter(Boolean).join(", ");
	return name && <span className="muted block">{name}</span>;
}

function textOf(t: TFunction, { before, after }: RecordedChange): string {
	const said = [before, after].filter((value) => value !== undefined);
	const values = before === after ? said.slice(0, 1) : said;
	return values.map((value) => shownValue(t, value)).join(" → ");
}

function shownValue(t: TFunction, value: RecordedValue): string {
	if (typeof value === "boolean") return t(value ? "common.yes" : "common.no");
	return value === null || value === "" ? "–" : value;
}
