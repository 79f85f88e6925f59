import type { TFunction } from "i18next";
import { ErrorSummary, SelectField, TextArea, TextField } from "~/components/app-form";
import { Fold } from "~/components/fold";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { chosen, everybody, writeIds } from "~/lib/content/recipients";
import type { FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { mailtoAddress } from "./user-table";

interface MessageFormProps {
	readonly users: readonly MessageUser[];
	/** Initial values. */
	readonly message: { readonly to: string; readonly subject?: string; readonly body?: string };
	/** The accounts that the page was opened for; null to choose one or everybody. */
	readonly chosenUsers: readonly MessageUser[] | null;
	readonly reply: FormReply | undefined;
	/** Whether the page shows the preview, which has the button that sends. */
	readonly previewed: boolean;
}

interface MessageUser {
	readonly id: string;
	readonly name: string;
	readonly surname: string;
	readonly email: string;
	/** Whether messages to everybody go to this account. */
	readonly trusted: boolean;
}

const schema = async () => (await import("~/lib/content/message-schema")).messageSchema;

const labelOf = ({ name, surname, email }: MessageUser) => `${surname} ${name} (${email})`;

export function MessageForm({ users, message, chosenUsers, reply, previewed }: MessageFormProps) {
	const { t } = useTexts();
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
	const reached = users.filter(({ trusted }) => trusted);
	const all = { value: everybody, label: t("users.message.everybody", { count: reached.length }) };
	const begun =
		reply !== undefined || message.subject !== undefined || message.to !== everybody || chosenUsers !== null;
	const addressed = (chosenUsers ?? reached).map(({ email }) => email);
	return (
		<Fold
			className="bg-surface no-print"
			id="message"
			open={begun}
			summary={<h2 className="text-lg/tight">{t("users.message.title")}</h2>}
		>
			<form method="post" action="/users" {...formProps}>
				<ErrorSummary {...summary} labels={labels} />
				<input type="hidden" name="step" value="preview" />
				{chosenUsers ? (
					<ChosenRecipients id={fields.to.id} users={chosenUsers} />
				) : (
					<SelectField
						field={fields.to}
						label={labels.to}
						hint={unreachedText(t, users.length - reached.length)}
						options={[all, ...users.map((user) => ({ value: user.id, label: labelOf(user) }))]}
						required
					/>
				)}
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
					<a className="button" href={`mailto:?bcc=${addressed.map(mailtoAddress).join(",")}`}>
						{t(chosenUsers ? "users.message.mailtoThese" : "users.message.mailto")}
					</a>
				</div>
				<Addresses of={addressed} />
			</form>
		</Fold>
	);
}

const unreachedText = (t: TFunction, count: number) =>
	count > 0 ? t("users.message.unverified", { count }) : undefined;

/** For a program of mail that reads no `mailto:` link. */
function Addresses({ of }: { readonly of: readonly string[] }) {
	const { t } = useTexts();
	const title = t("users.addresses", { count: of.length });
	return (
		<details className="mt-4">
			<summary>{title}</summary>
			<textarea className="mt-2 w-full" readOnly rows={4} aria-label={title} value={of.join(", ")} />
		</details>
	);
}

/** The recipients by name, for a message that a list of the site was opened with. */
function ChosenRecipients({ id, users }: { readonly id: string; readonly users: readonly MessageUser[] }) {
	const { t } = useTexts();
	return (
		<div className="field">
			<p className="font-strong">{t("users.message.toChosen", { count: users.length })}</p>
			<input type="hidden" name="to" value={chosen} />
			<input type="hidden" name="recipients" value={writeIds(users.map((user) => user.id))} />
			<ul className="mb-2" id={id} tabIndex={-1}>
				{users.map((user) => (
					<li key={user.id} className="break-words">
						{labelOf(user)}
					</li>
				))}
			</ul>
			<a href="/users#message">{t("users.message.toEverybody")}</a>
		</div>
	);
}
