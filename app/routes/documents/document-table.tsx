import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { documentPath } from "~/lib/documents/document-path";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { formatSize } from "~/lib/i18n/format-size";

export interface DocumentItem {
	readonly id: string;
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	readonly updatedAt: Date;
	/** Replaced versions, newest first; only for organisers. */
	readonly earlier: readonly { readonly id: string; readonly size: number; readonly createdAt: Date }[];
}

interface DocumentTableProps {
	readonly documents: readonly DocumentItem[];
	/** Shows the buttons of organisers. */
	readonly admin: boolean;
}

export function DocumentTable({ documents, admin }: DocumentTableProps) {
	const { t } = useTranslation();
	if (documents.length === 0) return <p className="empty">{t("document.empty")}</p>;
	// A phone shows rows as cards, and browsers then drop the implicit roles.
	return (
		<table className="data-table" role="table">
			<caption className="sr-only">{t("document.title")}</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th role="columnheader" scope="col">
						{t("document.column.name")}
					</th>
					<th role="columnheader" scope="col">
						{t("document.column.changed")}
					</th>
					<th role="columnheader" scope="col" className="number">
						{t("document.column.size")}
					</th>
					<th role="columnheader" scope="col">
						{t(admin ? "document.column.actions" : "document.column.download")}
					</th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				{documents.map((document) => (
					<DocumentRow key={document.id} document={document} admin={admin} />
				))}
			</tbody>
		</table>
	);
}

function DocumentRow({ document, admin }: { readonly document: DocumentItem; readonly admin: boolean }) {
	const { t } = useTranslation();
	const language = useLanguage();
	const path = documentPath(document);
	const nameId = `document-${document.id}`;
	return (
		<tr role="row">
			<th role="rowheader" scope="row">
				<a href={path} id={nameId}>
					{document.name}
				</a>
				{document.earlier.length > 0 && (
					<div className="no-print font-normal">
						<details>
							<summary>{t("document.earlier", { count: document.earlier.length })}</summary>
							<ul>
								{document.earlier.map(({ id, size, createdAt }) => (
									<li key={id}>
										<a href={`${path}?version=${id}`}>{formatChangeTime(createdAt, language)}</a> (
										{formatSize(size, language)})
									</li>
								))}
							</ul>
						</details>
					</div>
				)}
			</th>
			<td role="cell" data-label={t("document.column.changed")}>
				<time dateTime={document.updatedAt.toISOString()}>
					{formatChangeTime(document.updatedAt, language)}
				</time>
			</td>
			<td role="cell" data-label={t("document.column.size")} className="number unbroken">
				{formatSize(document.size, language)}
			</td>
			<td role="cell">
				<div className="button-row">
					<a className="button" href={path} download aria-describedby={nameId}>
						{t("document.download")}
					</a>
					{admin && (
						<form method="get" action={`/documents/${document.id}/delete`}>
							<button type="submit" className="button button-danger" aria-describedby={nameId}>
								{t("document.delete.button")}
							</button>
						</form>
					)}
				</div>
			</td>
		</tr>
	);
}
