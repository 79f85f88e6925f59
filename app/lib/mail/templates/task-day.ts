import { dayName } from "~/lib/days/day-name";
import { formatDay } from "~/lib/i18n/format-dates";
import { details, link, type MailTemplate, paragraph } from "~/lib/mail/template";
import type { TaskStatus } from "~db/enums";

interface TaskDay {
	/** Name of the competition day. */
	readonly day: string;
	/** Local date `YYYY-MM-DD`. */
	readonly date: string;
	readonly task: TaskStatus;
}

/** Tells a competitor whether there is a task on a day. */
export const taskDay: MailTemplate<TaskDay> = ({ day, date, task }, { t, language, edition, link: to }) => {
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
