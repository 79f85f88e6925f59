import type { AuditAction } from "~/lib/db/audit-actions";
import type { MailKind, MailPayloads } from "~/lib/db/mail-to";
import { link, type MailTemplate, message, paragraph } from "~/lib/mail/template";
import { operationsPath } from "~/lib/operations/operations-path";
import type { AlertCause } from "~db/enums";
import {
	dutyLink,
	emailChanged,
	emailVerify,
	erasureConfirm,
	erasureObjected,
	erasureOrganisers,
	erasureWaiting,
	invitation,
	passwordChanged,
	passwordReset,
	roleChanged,
	secondFactor,
	settingsChanged,
	yearOpened,
} from "./account-mails";
import {
	entryAccepted,
	entryChangeDecided,
	entryPromoted,
	entryReserve,
	entrySubmitted,
	entrySubmittedOrganisers,
	reminder,
} from "./entry-mails";
import { flightLogSent, logEvaluated, resultsPublished } from "./flight-and-result-mails";
import { taskCancelled, taskDay, taskPublished } from "./task-mails";

const logOf = (action: AuditAction) => operationsPath("audit", { action });

/** The page where an organiser sees the cause of an alert. */
const pages: Readonly<Record<AlertCause, string>> = {
	"new-organiser": logOf("user.grant-admin"),
	"organiser-device": logOf("account.login"),
	erasures: logOf("account.erase"),
	"replaced-logs": logOf("igc.upload"),
	"late-mail": operationsPath("mail"),
	"failed-mail": operationsPath("mail"),
	"mail-quota": operationsPath("mail"),
	jobs: "/admin",
	results: "/admin/scoring",
	files: "/api/health",
	pages: "/api/health",
	storage: logOf("igc.upload"),
};

/** It names nobody: the names are in the audit log, where an erasure finds them. */
const alert: MailTemplate<MailPayloads["alert"]> = ({ cause, number, over }, { t, edition, link: to }) => {
	const what = over
		? t(`mail.alert.over.${cause}`)
		: t(`mail.alert.what.${cause}`, { number, count: number });
	return {
		subject: t("mail.alert.subject", { what, title: edition.title }),
		blocks: [
			paragraph(`${what}.`),
			...(over ? [] : [paragraph(t(`mail.alert.advice.${cause}`))]),
			link(t("mail.alert.link"), to(pages[cause])),
		],
	};
};

const news: MailTemplate<MailPayloads["news"]> = ({ id, title, body, author }, { t, edition, link: to }) => ({
	subject: t("mail.news.subject", { news: title, title: edition.title }),
	blocks: [
		paragraph(t("mail.news.body")),
		paragraph(title),
		...paragraphsOf(body).map(paragraph),
		paragraph(author),
		link(t("mail.news.link"), to(id ? `/news/${id}` : "/news")),
	],
});

function paragraphsOf(body: string): string[] {
	return body.split("\n").filter((line) => line.trim() !== "");
}

const templates: { readonly [K in MailKind]: MailTemplate<MailPayloads[K]> } = {
	alert,
	"duty-link": dutyLink,
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
	invitation,
	"log-evaluated": logEvaluated,
	message,
	news,
	"password-changed": passwordChanged,
	"password-reset": passwordReset,
	reminder,
	"results-published": resultsPublished,
	"role-changed": roleChanged,
	"second-factor": secondFactor,
	"settings-changed": settingsChanged,
	"task-cancelled": taskCancelled,
	"task-day": taskDay,
	"task-published": taskPublished,
	"year-opened": yearOpened,
};

/** The template of a queued row; undefined for a kind that only an older version of the application had. */
export function templateOf(kind: string): MailTemplate<unknown> | undefined {
	// `mailTo` checked the payload's type when the row was queued.
	return Object.hasOwn(templates, kind) ? (templates[kind as MailKind] as MailTemplate<unknown>) : undefined;
}
