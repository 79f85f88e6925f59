import { useTranslation } from "react-i18next";
import { formatSignupTime } from "~/lib/i18n/format-dates";
import { useLanguage } from "./use-language";

interface AuditTableProps {
	readonly rows: readonly {
		readonly id: string;
		readonly at: Date;
		readonly action: string;
		readonly subjectId: string | null;
		/** JSON, indented. */
		readonly before: string | null;
		readonly after: string | null;
		readonly actorName: string | null;
		readonly actorSurname: string | null;
	}[];
}

/** What was done, when and by whom, newest first. */
export function AuditTable({ rows }: AuditTableProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	if (rows.length === 0) return <p className="empty">{t("audit.empty")}</p>;
	return (
		<table className="data-table" role="table">
			<caption className="sr-only">{t("audit.title")}</caption>
			<thead role="rowgroup">
				<tr role="row">
					{(["at", "person", "action", "detail"] as const).map((column) => (
						<th key={column} role="columnheader" scope="col">
							{t(`audit.column.${column}`)}
						</th>
					))}
				</tr>
			</thead>
			<tbody role="rowgroup">
				{rows.map(({ id, at, action, subjectId, before, after, actorName, actorSurname }) => (
					<tr key={id} role="row">
						<td role="cell" data-label={t("audit.column.at")}>
							<time dateTime={at.toISOString()}>{formatSignupTime(at, language)}</time>
						</td>
						<td role="cell" data-label={t("audit.column.person")}>
							{actorSurname === null ? t("audit.nobody") : `${actorSurname} ${actorName}`}
						</td>
						<td role="cell" data-label={t("audit.column.action")}>
							{t(`audit.action.${action}`, { defaultValue: action })}
						</td>
						<td role="cell" data-label={t("audit.column.detail")}>
							{(subjectId ?? before ?? after) !== null && (
								<details>
									<summary>{t("audit.detail.show")}</summary>
									{subjectId && <p className="muted">{t("audit.detail.subject", { id: subjectId })}</p>}
									<Values title={t("audit.detail.before")} json={before} />
									<Values title={t("audit.detail.after")} json={after} />
								</details>
							)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Values({ title, json }: { readonly title: string; readonly json: string | null }) {
	if (json === null) return null;
	return (
		<>
			<p className="mt-2">{title}</p>
			<pre className="whitespace-pre-wrap break-words text-sm">{json}</pre>
		</>
	);
}
