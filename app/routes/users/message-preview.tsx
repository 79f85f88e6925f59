import { useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { Facts } from "~/components/facts";
import { HiddenValues } from "~/components/hidden-values";
import { useSending, useSent } from "~/components/queue/use-queue";
import { Waiting } from "~/components/queue/waiting";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import type { MessageInput } from "~/lib/content/message-schema";
import { writeIds } from "~/lib/content/recipients";

/** More recipients than this are folded away. */
const mostShown = 20;

interface MessagePreviewProps {
	readonly preview: {
		readonly mail: { readonly subject: string; readonly text: string };
		readonly recipients: readonly string[];
		readonly quotaNote: string | null;
		readonly message: MessageInput;
	};
	/** Sending the form twice sends the message once. */
	readonly formKey: string;
}

export function MessagePreview({ preview, formKey }: MessagePreviewProps) {
	const { t } = useTexts();
	const [busy, setBusy] = useState(false);
	const { mail, recipients, quotaNote, message } = preview;
	const label = t("users.message.send", { count: recipients.length });
	const target = `/users#${formKey}`;
	const send = useSending({ label, errorText: t("users.message.error"), target }, () => setBusy(false));

	const navigate = useNavigate();
	useSent(target, () => navigate("/users", { replace: true }));

	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		void send(event.currentTarget);
	}

	return (
		<section className="card stack" aria-labelledby="preview-title">
			<h2 id="preview-title">{t("users.message.previewTitle", { count: recipients.length })}</h2>
			<Facts facts={[[t("users.message.subject"), mail.subject]]} />
			<details open={recipients.length <= mostShown}>
				<summary>{t("users.message.recipients")}</summary>
				<ul className="mt-2">
					{recipients.map((recipient) => (
						<li key={recipient} className="break-words">
							{recipient}
						</li>
					))}
				</ul>
			</details>
			<p className="prose whitespace-pre-wrap">{mail.text}</p>
			{quotaNote && <p className="notice">{quotaNote}</p>}
			<form method="post" action="/users" onSubmit={submit}>
				<HiddenValues
					values={{ step: "send", formKey, ...message, recipients: writeIds(message.recipients) }}
				/>
				<SubmitButton busy={busy}>{label}</SubmitButton>
				<Waiting target={target} />
			</form>
		</section>
	);
}
