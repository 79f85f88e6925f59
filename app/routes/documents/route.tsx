import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { addDocument } from "~/lib/content/change-documents.server";
import { documentFormSchema } from "~/lib/content/document-schema";
import { documentExtensions, documentPath } from "~/lib/content/document-types";
import { documentList, replacedVersions } from "~/lib/content/documents-queries.server";
import { read } from "~/lib/db/read.server";
import { extensionOf } from "~/lib/files/file-name";
import type { FormReply } from "~/lib/forms/form-action.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { formatChangeTime } from "~/lib/i18n/format-dates";
import { formatSize } from "~/lib/i18n/format-number";
import { pick } from "~/lib/pick";
import { refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { type DocumentFolder, documentFolders } from "~db/enums";

export const handle = page({ title: "document.title", cached: [] });

export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const admin = may(ctx, "documents");
	const { rows, earlier } = await read(ctx.db, {
		rows: documentList(ctx.db),
		earlier: admin ? replacedVersions(ctx.db) : undefined,
	});
	const documents = rows.map((row) => ({
		...pick(row, "id", "name", "folder", "size", "updatedAt"),
		earlier: (earlier ?? []).filter(({ documentId }) => documentId === row.id),
	}));
	return { documents, admin };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "documents");
	const form = await readUpload(request);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form.reason);
	const submission = parseForm(form.ok ? form.value : new FormData(), documentFormSchema);
	if (!form.ok) return refusedForm(submission, refuse("too-large", { document: "document.error.tooLarge" }));
	if (submission.status !== "success") return invalidForm(submission, ["document"]);
	const added = await addDocument(ctx, submission.value.document, submission.value.folder);
	if (!added.ok) return refusedForm(submission, added, ["document"]);
	return redirectWithFlash("/documents", "document.add.success");
}

export default function DocumentsPage() {
	const { t } = useTexts();
	const { documents, admin } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="stack">
			<h1 id="documents-title">{t("document.title")}</h1>
			{admin && <DocumentForm reply={reply} />}
			{documents.length === 0 && <p className="empty">{t("document.empty")}</p>}
			{documentFolders.map((folder) => (
				<Folder
					key={folder}
					folder={folder}
					documents={documents.filter((one) => one.folder === folder)}
					admin={admin}
				/>
			))}
		</div>
	);
}

const schema = async () => (await import("~/lib/content/document-schema")).documentFormSchema;
const accepted = documentExtensions.map((extension) => `.${extension}`).join(",");

function DocumentForm({ reply }: { readonly reply: FormReply | undefined }) {
	const { t } = useTexts();
	const { fields, busy, summary, formProps } = useAppForm({ id: "document-form", reply, schema });
	const label = t("document.field.document");
	return (
		<form method="post" encType="multipart/form-data" className="card bg-surface no-print" {...formProps}>
			<h2 className="mb-4">{t("document.add.title")}</h2>
			<ErrorSummary {...summary} labels={{ document: label, folder: t("document.folder") }} />
			<TextField
				field={fields.document}
				type="file"
				accept={accepted}
				label={label}
				hint={t("document.field.document.hint")}
				defaultValue={undefined}
				required
			/>
			<SelectField
				field={fields.folder}
				label={t("document.folder")}
				none={t("document.folder.byName")}
				options={documentFolders.map((value) => ({ value, label: t(`document.folder.${value}`) }))}
			/>
			<SubmitButton busy={busy}>{t("document.add.button")}</SubmitButton>
		</form>
	);
}

interface DocumentItem {
	readonly id: string;
	readonly name: string;
	readonly folder: DocumentFolder;
	/** Bytes. */
	readonly size: number;
	readonly updatedAt: Date;
	/** Replaced versions, newest first; only for organisers. */
	readonly earlier: readonly { readonly id: string; readonly size: number; readonly createdAt: Date }[];
}

interface FolderProps {
	readonly folder: DocumentFolder;
	readonly documents: readonly DocumentItem[];
	/** Shows the buttons of organisers. */
	readonly admin: boolean;
}

/** The documents of a kind, the one that changed last first; nothing without any. */
function Folder({ folder, documents, admin }: FolderProps) {
	const { t } = useTexts();
	if (documents.length === 0) return null;
	const columns = {
		name: t("document.column.name"),
		changed: t("document.column.changed"),
		size: t("document.column.size"),
		actions: t(admin ? "document.column.actions" : "document.column.download"),
	};
	return (
		<section aria-labelledby={`folder-${folder}`}>
			<h2 id={`folder-${folder}`} className="mb-4">
				{t(`document.folder.${folder}`)}
			</h2>
			<DataTable labelledBy={`folder-${folder}`} columns={Object.values(columns)}>
				{documents.map((document) => (
					<DocumentRow key={document.id} document={document} columns={columns} admin={admin} />
				))}
			</DataTable>
		</section>
	);
}

interface DocumentRowProps {
	readonly document: DocumentItem;
	readonly columns: { readonly changed: string; readonly size: string };
	readonly admin: boolean;
}

function DocumentRow({ document, columns, admin }: DocumentRowProps) {
	const { t, language } = useTexts();
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
				<span className="unbroken">
					{extensionOf(document.name).toUpperCase()}, {formatSize(document.size, language)}
				</span>
			</DataCell>
			<DataCell>
				<div className="button-row">
					<a className="button" href={path} download aria-describedby={nameId}>
						{t("document.download")}
					</a>
					{admin && (
						<AppLink className="button" to={`/documents/${document.id}/edit`} aria-describedby={nameId}>
							{t("document.edit")}
						</AppLink>
					)}
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
