import type { MailPayloads } from "~/lib/db/mail-to";
import { dayName } from "~/lib/i18n/day-name";
import { formatDay } from "~/lib/i18n/format-dates";
import { details, link, type MailTemplate, paragraph } from "~/lib/mail/template";

export const taskDay: MailTemplate<MailPayloads["task-day"]> = (
	{ day, date, task },
	{ t, language, edition, link: to },
) => {
	const readable = formatDay(date, language);
	const status = t(`competitionDay.task.${task}`);
	return {
		subject: t("mail.taskDay.subject", { title: edition.title, date: readable, status }),
		blocks: [
			paragraph(t("mail.taskDay.body")),
			details([
				[t("competitionDay.label"), `${dayName(t, day)}, ${readable}`],
				[t("competitionDay.task"), status],
			]),
			link(t("mail.taskDay.link"), to(`/statuses?day=${date}`)),
		],
	};
};
