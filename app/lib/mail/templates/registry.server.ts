import type { MailTemplate } from "~/lib/mail/template";
import { emailChanged } from "./email-changed";
import { entryAccepted } from "./entry-accepted";
import { entrySubmitted, entrySubmittedOrganisers } from "./entry-submitted";
import { message } from "./message";
import { news } from "./news";
import { passwordChanged } from "./password-changed";
import { passwordReset } from "./password-reset.server";
import { taskDay } from "./task-day";

/** Every mail there is, by its kind. */
export const templates = {
	"email-changed": emailChanged,
	"entry-accepted": entryAccepted,
	"entry-submitted": entrySubmitted,
	"entry-submitted-organisers": entrySubmittedOrganisers,
	message,
	news,
	"password-changed": passwordChanged,
	"password-reset": passwordReset,
	"task-day": taskDay,
} as const;

export type MailKind = keyof typeof templates;

/** What a mail of a kind is made from. */
export type PayloadOf<K extends MailKind> = (typeof templates)[K] extends MailTemplate<infer P> ? P : never;

/** The template of a queued row; undefined for a kind that an older version of the application knew. */
export function templateOf(kind: string): MailTemplate<unknown> | undefined {
	// What a row's payload is was checked when it was queued, by the type of `mailTo`.
	return Object.hasOwn(templates, kind) ? (templates[kind as MailKind] as MailTemplate<unknown>) : undefined;
}
