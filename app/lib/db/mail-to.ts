import type { Language } from "~/lib/i18n/language";
import type { AlertCause, ClassType, ResultStatus, Role, TaskKind, TaskStatus } from "~db/enums";
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

/** What is to be paid, to whom and how the payment is recognised. It is a type, because the payload of a mail cannot be an interface. */
export type PaymentInMail = {
	/** The IBAN in groups of four characters. */
	readonly iban: string;
	readonly amount: number;
	/** Code of ISO 4217. */
	readonly currency: string;
	readonly recipient: string;
	readonly variableSymbol: string;
	readonly message: string;
	/** What has come of the fee; `amount` is the rest. A row queued by an older version has none of what follows. */
	readonly received?: number;
	/** Local date. */
	readonly dueOn?: string | null;
	/** The number that banks of the country know the account by. */
	readonly account?: string | null;
	readonly bic?: string | null;
	/** The account in euro, and the amount. */
	readonly euro?: { readonly iban: string; readonly bic: string | null; readonly amount: number } | null;
};

/** A version of a task: metres, seconds and local times. */
export interface TaskInMail {
	readonly id: string;
	readonly day: string;
	readonly date: string;
	readonly classType: ClassType;
	/** "A", "B" and so on. */
	readonly version: string;
	readonly kind: TaskKind;
	readonly taskTimeS: number | null;
	readonly distanceM: number;
	readonly minDistanceM: number | null;
	readonly maxDistanceM: number | null;
	/** Names of the points. */
	readonly points: readonly string[];
	readonly startOpens: string | null;
}

/** The data from which a mail of each kind is made. `lib/notifications` makes the mail when it is sent. */
export interface MailPayloads {
	/** How often it happened, or how many mails wait. */
	/** `over` when the cause has gone. */
	readonly alert: { readonly cause: AlertCause; readonly number: number; readonly over?: true };
	/** The recipient has made a link to the duty of a day, for the person or group of that name. */
	readonly "duty-link": { readonly name: string; readonly day: string; readonly date: string };
	/** Mail to the old address: somebody asked for a new one. */
	readonly "email-changed": { readonly newEmail: string };
	/** Mail to the address that waits to be verified. `change` says whether it replaces another one. */
	readonly "email-verify": { readonly change: boolean };
	/** The payment is null when nothing is due. */
	readonly "entry-accepted": EntryInMail & {
		readonly isReserve: boolean;
		readonly payment: PaymentInMail | null;
	};
	/** What the competitor asked for, and whether an organiser has agreed. */
	readonly "entry-change-decided": {
		readonly accepted: boolean;
		readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
	};
	/** An accepted entry has moved from the reserves to the starters. */
	readonly "entry-promoted": EntryInMail & { readonly payment: PaymentInMail | null };
	/** An accepted entry has moved from the starters to the reserves. */
	readonly "entry-reserve": EntryInMail & { readonly paid: boolean };
	/** Empty for an address that is not verified. */
	readonly "entry-submitted": EntryInMail | Record<string, never>;
	readonly "entry-submitted-organisers": EntryInMail;
	/** The mail's link confirms the erasure. */
	readonly "erasure-confirm": Record<string, never>;
	/** Time until which organisers may object, and the erasure can be withdrawn (ISO time). */
	readonly "erasure-waiting": { readonly dueAt: string };
	/** Mail to organisers, with the number of the entry's results. */
	readonly "erasure-organisers": {
		readonly registrationId: string | null;
		readonly name: string;
		readonly surname: string;
		readonly results: number;
		readonly dueAt: string;
	};
	readonly "erasure-objected": { readonly objection: string };
	/** Somebody else has sent a log for the recipient. `counts` is false when the recipient, signed in, has sent one already. */
	readonly "flight-log-sent": {
		readonly day: string;
		readonly date: string;
		readonly versionId: string;
		readonly counts: boolean;
		/** Whether it scores only when the recipient says that it is theirs; absent in mails that were queued before. */
		readonly toConfirm?: boolean;
		/** Whether organisers have decided which log counts: this one, or one that is not the recipient's; absent as above. */
		readonly decided?: boolean;
	};
	/** The mail's link accepts an invitation to a role. */
	readonly invitation: { readonly id: string; readonly role: Role };
	/** The recipient's log is evaluated. The mail says what the scores of the class say of it now, in metres and km/h. */
	readonly "log-evaluated": {
		readonly day: string;
		readonly date: string;
		readonly dayId: string;
		readonly registrationId: string;
		readonly distanceM: number;
		readonly speedKmh: number | null;
		readonly points: number;
		/** Null without points. */
		readonly rank: number | null;
		/** Logs that are evaluated so far; absent in mails that were queued before they said it. */
		readonly logs?: number;
		/** What the scorer has to decide about the flight. */
		readonly findings: number;
	};
	/** An empty line separates the paragraphs of the body. */
	readonly message: { readonly subject: string; readonly body: string };
	/** One paragraph a line. `author` is a name and surname; mails that were queued before have no id. */
	readonly news: {
		readonly id?: string;
		readonly title: string;
		readonly body: string;
		readonly author: string;
	};
	readonly "password-changed": Record<string, never>;
	readonly "password-reset": Record<string, never>;
	/** The payment is null when it is not due. Each log has the name and the local date of its day. */
	readonly reminder: {
		readonly payment: PaymentInMail | null;
		readonly logs: readonly { readonly day: string; readonly date: string }[];
	};
	/**
	 * The results of a class and day are unofficial, with the end of the protest time (ISO time), or official. `changed`: their points
	 * have changed since they are unofficial, so the protest time begins anew. `moved`: it ends at another time than was said. `reason`: why
	 * it has another end than the edition's. `endsEarlier`: with it ends that of the earlier days. `score`: what the recipient has in them.
	 */
	readonly "results-published": {
		readonly day: string;
		readonly date: string;
		readonly dayId: string;
		readonly classId: string;
		readonly classType: ClassType;
		readonly state: Exclude<ResultStatus, "preliminary">;
		readonly protestsUntil: string | null;
		readonly changed?: boolean;
		readonly moved?: boolean;
		readonly reason?: string | null;
		readonly endsEarlier?: boolean;
		readonly score?: { readonly place: number | null; readonly points: number };
	};
	/** A second factor was set up, a passkey was added, or a recovery code was used. */
	readonly "second-factor": { readonly event: "set-up" | "passkey" | "recovery-code" };
	/** Somebody was invited to a role, has accepted it, has another one or none any more; the role is the new one, or the last. */
	readonly "role-changed": {
		readonly event: "invite" | "withdraw" | "accept" | "change";
		readonly role: Role;
	};
	/** Settings by which money or help could go astray have changed: those of a group. */
	readonly "settings-changed": { readonly group: string };
	/** An edition that organisers have prepared is the newest now. */
	readonly "year-opened": { readonly year: number };
	readonly "task-cancelled": TaskInMail;
	/** `replaces` is null for the first version; `changed` names what differs from the replaced one. */
	readonly "task-published": TaskInMail & {
		readonly replaces: string | null;
		readonly changed: readonly string[];
	};
	/** The day's name and its local date. */
	readonly "task-day": { readonly day: string; readonly date: string; readonly task: TaskStatus };
}

export type MailKind = keyof MailPayloads;

/** An account as mails address it. */
export interface Recipient {
	readonly id: string;
	readonly email: string;
	/** That of the account when the mail is queued: in it the mail is written. */
	readonly language: Language;
}

/** A mail for `commit`'s `outbox`. An address without an account has no id. */
export function mailTo<K extends MailKind>(
	recipient: Omit<Recipient, "id"> & { readonly id: string | null },
	kind: K,
	payload: MailPayloads[K] & QueuedMail["payload"],
): QueuedMail {
	return { kind, recipient: recipient.email, userId: recipient.id, language: recipient.language, payload };
}
