import { dayName } from "~/lib/days/day-name";
import type { MailPayloads } from "~/lib/db/mail-to";
import { formatDay } from "~/lib/i18n/format-dates";
import { receiptPath } from "~/lib/igc/upload-receipt";
import { link, type MailTemplate, paragraph } from "~/lib/mail/template";

/** Names neither the sender nor the file: both are what a stranger typed. */
export const flightLogSent: MailTemplate<MailPayloads["flight-log-sent"]> = (
	{ day, date, versionId, counts },
	{ t, language, edition, link: to },
) => ({
	subject: t("mail.flightLogSent.subject", { title: edition.title }),
	blocks: [
		paragraph(t("mail.flightLogSent.body", { day: `${dayName(t, day)}, ${formatDay(date, language)}` })),
		paragraph(t(counts ? "mail.flightLogSent.counts" : "mail.flightLogSent.beside")),
		link(t("mail.flightLogSent.link"), to(receiptPath(versionId))),
		paragraph(t("mail.flightLogSent.notYours")),
		link(t("mail.contactsLink"), to("/contacts")),
	],
});
