import { useTranslation } from "react-i18next";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { CheckboxField, ErrorSummary, TextArea, TextField } from "./app-form";
import { SubmitButton } from "./submit-button";
import { useAppForm } from "./use-app-form";

interface NewsFormProps {
	/** Random key, so that sending the form twice gives one item. */
	readonly formKey: string;
	readonly reply: FormReply | undefined;
	/** Path of the next page. */
	readonly returnTo: string;
}

const schema = async () => (await import("~/lib/news/news-schema")).newsSchema;

export function NewsForm({ formKey, reply, returnTo }: NewsFormProps) {
	const { t } = useTranslation();
	const { fields, busy, summary, formProps } = useAppForm({ id: "news-form", reply, schema });
	const labels = { title: t("news.field.title"), body: t("news.field.body"), email: t("news.field.email") };
	return (
		<form method="post" action="/news" className="card card-surface no-print" {...formProps}>
			<h2 className="mb-4">{t("news.add.title")}</h2>
			<ErrorSummary {...summary} labels={labels} />
			<input type="hidden" name="formKey" value={formKey} />
			<input type="hidden" name="returnTo" value={returnTo} />
			<TextField field={fields.title} label={labels.title} maxLength={limits.newsTitle} required />
			<TextArea field={fields.body} label={labels.body} hint={t("news.field.body.hint")} required />
			<CheckboxField field={fields.email} label={labels.email} hint={t("news.field.email.hint")} />
			<SubmitButton busy={busy}>{t("news.add.button")}</SubmitButton>
		</form>
	);
}
