import { useTranslation } from "react-i18next";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useLanguage } from "~/components/use-language";
import { documentPath } from "~/lib/content/document-types";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { formatSize } from "~/lib/i18n/format-number";

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
	/** Id of the heading that names the table. */
	readonly labelledBy: string;
	readonly documents: readonly DocumentItem[];
	/** Shows the buttons of organisers. */
	readonly admin: boolean;
}

export function DocumentTable({ labelledBy, documents, admin }: DocumentTableProps) {
	const { t } = useTranslation();
	if (documents.length === 0) return <p className="empty">{t("document.empty")}</p>;
	const columns = {
		name: t("document.column.name"),
		changed: t("document.column.changed"),
		size: t("document.column.size"),
		actions: t(admin ? "document.column.actions" : "document.column.download"),
	};
	return (
		<DataTable labelledBy={labelledBy} columns={Object.values(columns)}>
			{documents.map((document) => (
				<DocumentRow key={document.id} document={document} columns={columns} admin={admin} />
			))}
		</DataTable>
	);
}

interface DocumentRowProps {
	readonly document: DocumentItem;
	readonly columns: { readonly changed: string; readonly size: string };
	readonly admin: boolean;
}

function DocumentRow({ document, columns, admin }: DocumentRowProps) {
	const { t } = useTranslation();
	const language = useLanguage();
	const path = documentPath(document);
	const nameId = `document-${document.id}`;
	return (
		<DataRow>
			<RowHeader>
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
			</RowHeader>
			<DataCell label={columns.changed}>
				<time dateTime={document.updatedAt.toISOString()}>
					{formatChangeTime(document.updatedAt, language)}
				</time>
			</DataCell>
			<DataCell label={columns.size}>
				<span className="unbroken">{formatSize(document.size, language)}</span>
			</DataCell>
			<DataCell>
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
			</DataCell>
		</DataRow>
	);
}
