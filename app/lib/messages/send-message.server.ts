import { mailRecipients } from "~/lib/accounts/account-queries.server";
import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { consumeFormKey, wasSentBefore } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type ComposedMail, composeMail } from "~/lib/mail/compose-mail";
import { messageContent } from "~/lib/mail/templates/message";
import { done, type Result, refuse } from "~/lib/result";
import { everybody } from "./everybody";
import type { MessageInput } from "./message-schema";

export interface MessagePreview {
	readonly mail: ComposedMail;
	/** Their number. */
	readonly recipients: number;
}

function recipientsOf({ db }: AdminCtx, to: string) {
	return to === everybody ? mailRecipients(db) : mailRecipients(db, to);
}

function nobody() {
	return refuse("invalid-fields", { to: "form.field.choice" });
}

/** In the writer's language, with greeting and signature; the mails are in their recipients' languages. */
export async function previewMessage(
	ctx: AdminCtx,
	{ to, subject, body }: MessageInput,
): Promise<Result<MessagePreview, "invalid-fields">> {
	const recipients = await recipientsOf(ctx, to);
	if (recipients.length === 0) return nobody();
	const { language, edition } = ctx;
	const { t } = textsOf(language);
	const mail = composeMail(messageContent({ subject, body }), { t, language, edition });
	return done({ mail, recipients: recipients.length });
}

/**
 * Queues one mail a recipient.
 * @param formKey random key of the page's form: the same form sent twice queues its mails once
 * @returns the number of recipients
 */
export async function sendMessage(
	ctx: AdminCtx,
	{ to, subject, body }: MessageInput,
	formKey: string | null = null,
): Promise<Result<number, "invalid-fields" | "stale">> {
	const recipients = await recipientsOf(ctx, to);
	if (recipients.length === 0) return nobody();
	const id = crypto.randomUUID();
	const committed = await commit(ctx, {
		statements: consumeFormKey(ctx, formKey, id),
		audit: {
			action: "message.send",
			subjectId: id,
			after: { to, subject, body, mails: recipients.length },
		},
		outbox: recipients.map((recipient) => mailTo(recipient, "message", { subject, body })),
		visible: false,
	});
	return committed.ok || wasSentBefore(committed) ? done(recipients.length) : refuse("stale");
}
