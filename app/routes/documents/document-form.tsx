import { useTranslation } from "react-i18next";
import { ErrorSummary, TextField } from "~/components/app-form";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { documentExtensions } from "~/lib/content/document-types";
import type { FormReply } from "~/lib/forms/form-action.server";

const schema = async () => (await import("~/lib/content/document-schema")).documentSchema;
const accepted = documentExtensions.map((extension) => `.${extension}`).join(",");

export function DocumentForm({ reply }: { readonly reply: FormReply | undefined }) {
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
