import type { MailKind, MailPayloads } from "~/lib/db/mail-to";
import { message } from "~/lib/mail/message";
import type { MailTemplate } from "~/lib/mail/template";
import { emailChanged, emailVerify, passwordChanged, passwordReset, secondFactor } from "./accounts";
import { alert } from "./alert";
import {
	entryAccepted,
	entryChangeDecided,
	entryPromoted,
	entryReserve,
	entrySubmitted,
	entrySubmittedOrganisers,
} from "./entries";
import { erasureConfirm, erasureObjected, erasureOrganisers, erasureWaiting } from "./erasures";
import { flightLogSent, logEvaluated } from "./flight-logs";
import { news } from "./news";
import { reminder } from "./reminder";
import { taskCancelled, taskPublished } from "./task";
import { taskDay } from "./task-day";

const templates: { readonly [K in MailKind]: MailTemplate<MailPayloads[K]> } = {
	alert,
	"email-changed": emailChanged,
	"email-verify": emailVerify,
	"entry-accepted": entryAccepted,
	"entry-change-decided": entryChangeDecided,
	"entry-promoted": entryPromoted,
	"entry-reserve": entryReserve,
	"entry-submitted": entrySubmitted,
	"entry-submitted-organisers": entrySubmittedOrganisers,
	"erasure-confirm": erasureConfirm,
	"erasure-objected": erasureObjected,
	"erasure-organisers": erasureOrganisers,
	"erasure-waiting": erasureWaiting,
	"flight-log-sent": flightLogSent,
	"log-evaluated": logEvaluated,
	message,
	news,
	"password-changed": passwordChanged,
	"password-reset": passwordReset,
	reminder,
	"second-factor": secondFactor,
	"task-cancelled": taskCancelled,
	"task-day": taskDay,
	"task-published": taskPublished,
};

/** The template of a queued row; undefined for a kind of an older version of the application. */
export function templateOf(kind: string): MailTemplate<unknown> | undefined {
	// `mailTo` checked the payload's type when the row was queued.
	return Object.hasOwn(templates, kind) ? (templates[kind as MailKind] as MailTemplate<unknown>) : undefined;
}
