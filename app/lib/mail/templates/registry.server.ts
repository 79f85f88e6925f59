import type { MailKind, MailPayloads } from "~/lib/db/mail-to";
import type { MailTemplate } from "~/lib/mail/template";
import { emailChanged, passwordChanged, passwordReset } from "./accounts";
import {
	entryAccepted,
	entryPromoted,
	entryReserve,
	entrySubmitted,
	entrySubmittedOrganisers,
} from "./entries";
import { message } from "./message";
import { news } from "./news";
import { reminder } from "./reminder";
import { taskCancelled, taskPublished } from "./task";
import { taskDay } from "./task-day";

const templates: { readonly [K in MailKind]: MailTemplate<MailPayloads[K]> } = {
	"email-changed": emailChanged,
	"entry-accepted": entryAccepted,
	"entry-promoted": entryPromoted,
	"entry-reserve": entryReserve,
	"entry-submitted": entrySubmitted,
	"entry-submitted-organisers": entrySubmittedOrganisers,
	message,
	news,
	"password-changed": passwordChanged,
	"password-reset": passwordReset,
	reminder,
	"task-cancelled": taskCancelled,
	"task-day": taskDay,
	"task-published": taskPublished,
};

/** The template of a queued row; undefined for a kind of an older version of the application. */
export function templateOf(kind: string): MailTemplate<unknown> | undefined {
	// `mailTo` checked the payload's type when the row was queued.
	return Object.hasOwn(templates, kind) ? (templates[kind as MailKind] as MailTemplate<unknown>) : undefined;
}
