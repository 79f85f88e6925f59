import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, SelectField, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { HiddenValues } from "~/components/hidden-values";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { placeDocument } from "~/lib/content/change-documents.server";
import { documentPlaceSchema } from "~/lib/content/document-schema";
import { documentById } from "~/lib/content/documents-queries.server";
import { invalidForm, refusedForm } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { errorPage, requireStaff } from "~/lib/http/page-guards.server";
import { redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { pick } from "~/lib/pick";
import { refuse } from "~/lib/result";
import { page } from "~/shell/handle";
import { documentFolders } from "~db/enums";

type PlacePage = Awaited<ReturnType<typeof loader>>;

export const handle = page({ titleOf: (loaded) => (loaded as PlacePage).words.title });

export async function loader({ params, context }: LoaderFunctionArgs) {
	const { db, language } = requireStaff(context, "documents");
	const [document] = await documentById(db, params.documentId ?? "");
	if (!document) throw errorPage("not-found");
	const { t } = textsOf(language);
	return {
		document: pick(document, "name", "folder"),
		words: {
			title: t("document.place.title"),
			hint: t("document.place.name.hint"),
			save: t("document.place.save"),
		},
	};
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "documents");
	const id = params.documentId ?? "";
	const [document] = await documentById(ctx.db, id);
	if (!document) throw errorPage("not-found");
	const form = bodyOf(await readForm(request));
	const submission = parseForm(form, documentPlaceSchema);
	if (submission.status !== "success") return invalidForm(submission);
	const isSeen = form.get("seenName") === document.name && form.get("seenFolder") === document.folder;
	const placed = isSeen ? await placeDocument(ctx, id, submission.value, document) : refuse("stale");
	return placed.ok
		? redirectWithFlash("/documents", "document.place.success")
		: refusedForm(submission, placed);
}

const schema = async () => (await import("~/lib/content/document-schema")).documentPlaceSchema;

export default function PlaceDocumentPage() {
	const { t } = useTexts();
	const { document, words } = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "document-form",
		reply,
		schema,
		defaultValue: document,
	});
	const labels = { name: t("document.column.name"), folder: t("document.folder") };
	return (
		<div className="narrow stack">
			<p>
				<AppLink to="/documents">{t("document.title")}</AppLink>
			</p>
			<h1>{words.title}</h1>
			<form method="post" {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<HiddenValues values={{ seenName: document.name, seenFolder: document.folder }} />
				<TextField
					field={fields.name}
					label={labels.name}
					hint={words.hint}
					maxLength={limits.fileName}
					autoComplete="off"
					required
				/>
				<SelectField
					field={fields.folder}
					label={labels.folder}
					none={null}
					options={documentFolders.map((value) => ({ value, label: t(`document.folder.${value}`) }))}
				/>
				<SubmitButton busy={busy}>{words.save}</SubmitButton>
			</form>
		</div>
	);
}
