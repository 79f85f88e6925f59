import { details, link, type MailTemplate, paragraph } from "~/lib/mail/template";
import { type EntryInMail, entryRows } from "./entry-rows";

/** Tells a competitor that the entry arrived and what comes next. */
export const entrySubmitted: MailTemplate<EntryInMail> = (entry, { t, edition, link: to }) => ({
	subject: t("mail.entrySubmitted.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.entrySubmitted.body", { title: edition.title })),
		details(entryRows(entry, t)),
		paragraph(t("mail.entrySubmitted.change")),
		link(t("mail.entrySubmitted.link"), to("/registration")),
	],
});

/** Tells the organisers of a new entry. */
export const entrySubmittedOrganisers: MailTemplate<EntryInMail> = (entry, { t, edition, link: to }) => ({
	subject: t("mail.entryToOrganisers.subject", {
		title: edition.title,
		startNumber: entry.startNumber,
		fullName: `${entry.name} ${entry.surname}`,
	}),
	blocks: [
		paragraph(t("mail.entryToOrganisers.body", { title: edition.title })),
		details(entryRows(entry, t)),
		link(t("mail.entryToOrganisers.link"), to(`/registration/${entry.registrationId}`)),
	],
});
