import { details, link, type MailTemplate, paragraph } from "~/lib/mail/template";
import { type EntryInMail, entryRows } from "./entry-rows";

/** What an accepted competitor is told beside the entry itself. */
export interface AcceptedEntryInMail extends EntryInMail {
	readonly isReserve: boolean;
	readonly paid: boolean;
}

/** Tells a competitor that the entry was accepted, as a starter or as a reserve, and whether to pay now. */
export const entryAccepted: MailTemplate<AcceptedEntryInMail> = (entry, { t, edition, link: to }) => {
	const { title, payment } = edition;
	const mustPay = payment !== null && !entry.paid;
	return {
		subject: t(entry.isReserve ? "mail.entryAccepted.subjectReserve" : "mail.entryAccepted.subject", {
			title,
		}),
		blocks: [
			paragraph(t(entry.isReserve ? "mail.entryAccepted.reserve" : "mail.entryAccepted.body", { title })),
			details(entryRows(entry, t)),
			paragraph(t(mustPay && !entry.isReserve ? "mail.entryAccepted.pay" : "mail.entryAccepted.seeYou")),
			link(t("mail.entryAccepted.link"), to("/registration")),
		],
	};
};
