import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/confirm-form";
import { useTexts } from "~/components/use-texts";
import { deleteDocument } from "~/lib/content/change-documents.server";
import { documentById } from "~/lib/content/documents-queries.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "document.delete.title" });

export async function loader({ params, context }: LoaderFunctionArgs) {
	const ctx = requireStaff(context, "documents");
	const [document] = await documentById(ctx.db, params.documentId ?? "");
	if (!document) throw errorPage("not-found");
	return { name: document.name };
}

export async function action({ params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "documents");
	const deleted = await deleteDocument(ctx, params.documentId ?? "");
	if (!deleted.ok) return redirectWithFlash("/documents", { key: `server.${deleted.reason}`, kind: "error" });
	return redirectWithFlash("/documents", "document.delete.success");
}

export default function DeleteDocumentPage() {
	const { t } = useTexts();
	const { name } = useLoaderData<typeof loader>();
	return (
		<ConfirmForm
			title={t("document.delete.title")}
			button={t("document.delete.button")}
			returnTo="/documents"
		>
			<p>{t("document.delete.text", { name })}</p>
		</ConfirmForm>
	);
}
