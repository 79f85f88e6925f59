import type { MailPayloads } from "~/lib/db/mail-to";
import { paymentRows } from "~/lib/entries/payment";
import { dayName } from "~/lib/i18n/day-name";
import { formatDay } from "~/lib/i18n/format-dates";
import { details, link, type MailBlock, type MailTemplate, paragraph } from "~/lib/mail/template";

type Reminder = MailPayloads["reminder"];

/** Names what is missing of its recipient, and where it is delivered. */
export const reminder: MailTemplate<Reminder> = ({ payment, birthDate, logs }, tools) => {
	const { t, language, edition, link: to } = tools;
	const blocks: MailBlock[] = [paragraph(t("mail.reminder.body", { title: edition.title }))];
	if (payment) blocks.push(paragraph(t("mail.reminder.payment")), details(paymentRows(payment, t, language)));
	if (birthDate) blocks.push(paragraph(t("mail.reminder.birthDate")));
	if (payment || birthDate) blocks.push(link(t("mail.entryAccepted.link"), to("/registration")));
	if (logs.length > 0) {
		blocks.push(
			paragraph(t("mail.reminder.logs")),
			details(logs.map(({ day, date }) => [dayName(t, day), formatDay(date, language)] as const)),
			link(t("mail.reminder.logsLink"), to("/igc")),
		);
	}
	blocks.push(paragraph(t("mail.reminder.done")));
	return { subject: t("mail.reminder.subject", { title: edition.title }), blocks };
};
