import { useTranslation } from "react-i18next";
import { ErrorSummary, SelectField, TextArea, TextField } from "~/components/app-form";
import { Icon } from "~/components/icon";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { everybody } from "~/lib/messages/everybody";
import { mailtoAddress } from "./mailto-address";

interface MessageFormProps {
	readonly users: readonly {
		readonly id: string;
		readonly name: string;
		readonly surname: string;
		readonly email: string;
	}[];
	/** Initial values. */
	readonly message: { readonly to: string; readonly subject?: string; readonly body?: string };
	readonly reply: FormReply | undefined;
	/** Whether the page shows the preview, which has the button that sends. */
	readonly previewed: boolean;
}

const schema = async () => (await import("~/lib/messages/message-schema")).messageSchema;

export function MessageForm({ users, message, reply, previewed }: MessageFormProps) {
	const { t } = useTranslation();
	const { fields, busy, summary, formProps } = useAppForm({
		id: "message-form",
		reply,
		schema,
		defaultValue: message,
	});
	const labels = {
		to: t("users.message.to"),
		subject: t("users.message.subject"),
		body: t("users.message.body"),
	};
	const options = [
		{ value: everybody, label: t("users.message.everybody", { count: users.length }) },
		...users.map(({ id, name, surname, email }) => ({
			value: id,
			label: `${surname} ${name} (${email})`,
		})),
	];
	const begun = reply !== undefined || message.subject !== undefined || message.to !== everybody;
	const addresses = users.map(({ email }) => mailtoAddress(email)).join(",");
	return (
		<details className="card card-surface fold no-print" id="message" open={begun}>
			<summary>
				<h2>{t("users.message.title")}</h2>
				<Icon name="chevron-down" />
			</summary>
			<form method="post" action="/users" {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<input type="hidden" name="step" value="preview" />
				<SelectField field={fields.to} label={labels.to} options={options} required />
				<TextField field={fields.subject} label={labels.subject} maxLength={limits.mailSubject} required />
				<TextArea
					field={fields.body}
					label={labels.body}
					hint={t("users.message.body.hint")}
					rows={8}
					required
				/>
				<div className="button-row">
					<SubmitButton busy={busy} primary={!previewed}>
						{t("users.message.preview")}
					</SubmitButton>
					<a className="button" href={`mailto:?bcc=${addresses}`}>
						{t("users.message.mailto")}
					</a>
				</div>
			</form>
		</details>
	);
}
