import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary, TextField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { isAdmin } from "~/lib/access";
import { addDocument } from "~/lib/content/change-documents.server";
import { documentSchema } from "~/lib/content/document-schema";
import { documentExtensions } from "~/lib/content/document-types";
import { documentList, replacedVersions } from "~/lib/content/documents-queries.server";
import { read } from "~/lib/db/read.server";
import type { FormReply } from "~/lib/forms/form-action.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { DocumentTable } from "./document-table";

export const handle = page({ title: "document.title", cached: [] });

export async function loader({ context: { ctx } }: LoaderFunctionArgs) {
	const admin = isAdmin(ctx);
	const { rows, earlier } = await read(ctx.db, {
		rows: documentList(ctx.db),
		earlier: admin ? replacedVersions(ctx.db) : undefined,
	});
	const documents = rows.map(({ id, name, size, updatedAt }) => ({
		id,
		name,
		size,
		updatedAt,
		earlier: (earlier ?? []).filter(({ documentId }) => documentId === id),
	}));
	return { documents, admin };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireAdmin(context);
	const form = await readUpload(request);
	if (!form.ok && form.reason !== "too-large") throw refusedBody(form);
	const submission = parseForm(form.ok ? form.value : new FormData(), documentSchema);
	if (!form.ok) return refusedForm(submission, refuse("too-large", { document: "document.error.tooLarge" }));
	if (submission.status !== "success") return invalidForm(submission, ["document"]);
	const added = await addDocument(ctx, submission.value.document);
	if (!added.ok) return refusedForm(submission, added, ["document"]);
	return redirectWithFlash("/documents", "success", "document.add.success");
}

export default function DocumentsPage() {
	const { t } = useTranslation();
	const { documents, admin } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="stack">
			<h1 id="documents-title">{t("document.title")}</h1>
			{admin && <DocumentForm reply={reply} />}
			<DocumentTable labelledBy="documents-title" documents={documents} admin={admin} />
		</div>
	);
}

const schema = async () => (await import("~/lib/content/document-schema")).documentSchema;
const accepted = documentExtensions.map((extension) => `.${extension}`).join(",");

function DocumentForm({ reply }: { readonly reply: FormReply | undefined }) {
	const { t } = useTranslation();
	const { fields, busy, summary, formProps } = useAppForm({ id: "document-form", reply, schema });
	const label = t("document.field.document");
	return (
		<form method="post" encType="multipart/form-data" className="card bg-surface no-print" {...formProps}>
			<h2 className="mb-4">{t("document.add.title")}</h2>
			<ErrorSummary {...summary} labels={{ document: label }} />
			<TextField
				field={fields.document}
				type="file"
				accept={accepted}
				label={label}
				hint={t("document.field.document.hint")}
				defaultValue={undefined}
				required
			/>
			<SubmitButton busy={busy}>{t("document.add.button")}</SubmitButton>
		</form>
	);
}
