import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isAdmin } from "~/lib/access";
import { addDocument } from "~/lib/content/change-documents.server";
import { documentSchema } from "~/lib/content/document-schema";
import { documentList, replacedVersions } from "~/lib/content/documents-queries.server";
import { read } from "~/lib/db/read.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readUpload, refusedBody } from "~/lib/http/body.server";
import { requireAdmin } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { DocumentForm } from "./document-form";
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
