import type { Language } from "~/lib/i18n/language";
import type { TaskStatus } from "~db/enums";
import type { QueuedMail } from "./commit.server";

export interface EntryInMail {
	readonly registrationId: string;
	readonly name: string;
	readonly surname: string;
	readonly startNumber: string;
	readonly registrationNumber: string;
	readonly gliderType: string;
	readonly classType: string;
}

/** What a mail of each kind is made from. `lib/mail/templates` makes it when it is sent. */
export interface MailPayloads {
	readonly "email-changed": { readonly newEmail: string };
	readonly "entry-accepted": EntryInMail & { readonly isReserve: boolean; readonly paid: boolean };
	readonly "entry-submitted": EntryInMail;
	readonly "entry-submitted-organisers": EntryInMail;
	/** An empty line separates the paragraphs of the body. */
	readonly message: { readonly subject: string; readonly body: string };
	/** One paragraph a line; the author's name and surname. */
	readonly news: { readonly title: string; readonly body: string; readonly author: string };
	readonly "password-changed": Record<string, never>;
	readonly "password-reset": Record<string, never>;
	/** The day's name and its local date. */
	readonly "task-day": { readonly day: string; readonly date: string; readonly task: TaskStatus };
}

export type MailKind = keyof MailPayloads;

interface Recipient {
	/** Null for an address without an account. */
	readonly id: string | null;
	readonly email: string;
	readonly language: Language;
}

/** A mail for `commit`'s `outbox`. */
export function mailTo<K extends MailKind>(
	recipient: Recipient,
	kind: K,
	payload: MailPayloads[K] & QueuedMail["payload"],
): QueuedMail {
	return { kind, recipient: recipient.email, userId: recipient.id, language: recipient.language, payload };
}
