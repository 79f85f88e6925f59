import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTexts } from "~/components/use-texts";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { CheckboxField, ErrorSummary, TextArea, TextField } from "./app-form";
import { useSent } from "./queue/use-queue";
import { Waiting } from "./queue/waiting";
import { SubmitButton } from "./submit-button";
import { useAppForm } from "./use-app-form";

interface NewsFormProps {
	/** A random key makes one item of a form that is sent twice. */
	readonly formKey: string;
	/** Number of accounts that get a mail, if the item is mailed. */
	readonly recipients: number;
	readonly reply: FormReply | undefined;
	readonly returnTo: string;
}

const formId = "news-form";
const path = "/news";

const schema = async () => (await import("~/lib/content/news-schema")).newsSchema;

/** The form of a news item. An item that waits for the connection is listed below an empty form, so that the next item can be written. */
export function NewsForm({ formKey, recipients, reply, returnTo }: NewsFormProps) {
	const [first] = useState(formKey);
	const [key, setKey] = useState(first);
	const { revalidate } = useRevalidator();
	useSent(path, revalidate);
	const onTaken = () => {
		document.querySelector<HTMLFormElement>(`#${formId}`)?.reset();
		setKey(crypto.randomUUID());
	};
	const replyToThis = key === first ? reply : undefined;
	return (
		<Form
			key={key}
			formKey={key}
			recipients={recipients}
			reply={replyToThis}
			returnTo={returnTo}
			onTaken={onTaken}
		/>
	);
}

function Form({
	formKey,
	recipients,
	reply,
	returnTo,
	onTaken,
}: NewsFormProps & { readonly onTaken: () => void }) {
	const { t } = useTexts();
	const label = t("news.add.button");
	const waits = { label, errorText: t("news.add.error"), target: `${path}#${formKey}`, onTaken };
	const { fields, busy, summary, formProps } = useAppForm({ id: formId, reply, schema, waits });
	const labels = { title: t("news.field.title"), body: t("news.field.body"), email: t("news.field.email") };
	return (
		<form method="post" action={path} className="card bg-surface no-print" {...formProps}>
			<h2 className="mb-4">{t("news.add.title")}</h2>
			<ErrorSummary {...summary} labels={labels} />
			<input type="hidden" name="formKey" value={formKey} />
			<input type="hidden" name="returnTo" value={returnTo} />
			<TextField field={fields.title} label={labels.title} maxLength={limits.newsTitle} required />
			<TextArea field={fields.body} label={labels.body} hint={t("news.field.body.hint")} required />
			<CheckboxField
				field={fields.email}
				label={labels.email}
				hint={t("news.field.email.hint", { count: recipients })}
			/>
			<SubmitButton busy={busy}>{label}</SubmitButton>
			<Waiting target={path} />
		</form>
	);
}
