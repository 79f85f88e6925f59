import { mailRecipients, trustedRecipients } from "~/lib/accounts/account-queries.server";
import type { StaffCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { consumeFormKey, keyWithText, wasSentBefore } from "~/lib/db/form-key.server";
import { mailTo } from "~/lib/db/mail-to";
import { compareNames } from "~/lib/i18n/collate";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type ComposedMail, composeMail } from "~/lib/mail/compose-mail";
import { quotaNote } from "~/lib/mail/quota-note.server";
import { messageContent } from "~/lib/mail/template";
import { done, type Result, refuse } from "~/lib/result";
import type { MessageInput } from "./message-schema";
import { chosen, everybody } from "./recipients";

interface MessagePreview {
	readonly mail: ComposedMail;
	/** For example "Nováková Jana (jana@example.com)", in the order of their surnames. */
	readonly recipients: readonly string[];
	/** Set when not all of them get it today. */
	readonly quotaNote: string | null;
}

/**
 * Returns the recipients. "Everybody" is every account whose address is trusted. An account named by its id gets its message in any
 * case, unless it was erased.
 */
async function recipientsOf({ db, now }: StaffCtx<"people">, { to, recipients }: MessageInput) {
	if (to === everybody) return trustedRecipients(db, now);
	if (to !== chosen) return mailRecipients(db, to);
	const ids = new Set(recipients);
	return (await mailRecipients(db)).filter(({ id }) => ids.has(id));
}

function nobody() {
	return refuse("invalid-fields", { to: "form.field.choice" });
}

/** Returns the mail in the writer's language, with greeting and signature. The mails themselves are in their recipients' languages. */
export async function previewMessage(
	ctx: StaffCtx<"people">,
	message: MessageInput,
): Promise<Result<MessagePreview, "invalid-fields">> {
	const recipients = await recipientsOf(ctx, message);
	if (recipients.length === 0) return nobody();
	const { language, edition } = ctx;
	const { t } = textsOf(language);
	const mail = composeMail(messageContent(message), { t, language, edition });
	const bySurname = recipients.toSorted((a, b) => compareNames(a.surname, b.surname));
	return done({
		mail,
		recipients: bySurname.map(({ name, surname, email }) => `${surname} ${name} (${email})`),
		quotaNote: await quotaNote(ctx, recipients.length),
	});
}

/**
 * Queues one mail for each recipient.
 * @param formKey random key of the page's form: the form sent twice with the same message queues its mails once; with another
 * message it queues those too
 * @returns the number of recipients
 */
export async function sendMessage(
	ctx: StaffCtx<"people">,
	message: MessageInput,
	formKey: string | null = null,
): Promise<Result<number, "invalid-fields" | "stale">> {
	const recipients = await recipientsOf(ctx, message);
	if (recipients.length === 0) return nobody();
	const { to, subject, body } = message;
	const id = crypto.randomUUID();
	const key = await keyWithText(formKey, message);
	const committed = await commit(ctx, {
		statements: consumeFormKey(ctx, key, id),
		audit: {
			action: "message.send",
			subjectId: id,
			after: {
				to: to === chosen ? recipients.map((recipient) => recipient.id) : to,
				subject,
				body,
				mails: recipients.length,
			},
		},
		outbox: recipients.map((recipient) => mailTo(recipient, "message", { subject, body })),
		visible: false,
	});
	return committed.ok || wasSentBefore(committed) ? done(recipients.length) : refuse("stale");
}
