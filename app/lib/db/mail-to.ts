import type { Language } from "~/lib/i18n/language";
import type { MailKind, PayloadOf } from "~/lib/mail/templates/registry.server";
import type { QueuedMail } from "./commit.server";

interface Recipient {
	/** Null for somebody without an account. */
	readonly id: string | null;
	readonly email: string;
	readonly language: Language;
}

/** A mail for `commit`'s `outbox`. */
export function mailTo<K extends MailKind>(
	recipient: Recipient,
	kind: K,
	payload: PayloadOf<K> & QueuedMail["payload"],
): QueuedMail {
	return { kind, recipient: recipient.email, userId: recipient.id, language: recipient.language, payload };
}
