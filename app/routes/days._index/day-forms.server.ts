import type { StaffCtx } from "~/lib/context";
import { openCancellations } from "~/lib/days/cancellations.server";
import { allDays, currentDay, dayById } from "~/lib/days/days-queries.server";
import { taskUrls } from "~/lib/days/tracking-queries.server";
import { read } from "~/lib/db/read.server";
import { classTypesOf } from "~/lib/editions/classes";
import { pragueDate } from "~/lib/editions/prague-time";
import { acceptedAccounts } from "~/lib/entries/mail-recipients.server";
import { formatTime } from "~/lib/i18n/format-dates";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskStatesOfDays } from "~/lib/tasks/tasks-queries.server";
import type { ClassType, TaskStatus } from "~db/enums";

/** What the forms of the days hold. */
export async function readDayForms(ctx: StaffCtx<"days">) {
	const { db, now, edition, language } = ctx;
	const { days, urls, recipients, versions, cancellations } = await read(db, {
		days: allDays(db),
		urls: taskUrls(db),
		recipients: acceptedAccounts(db, now),
		versions: taskStatesOfDays(db),
		cancellations: openCancellations(ctx),
	});
	const today = pragueDate(now);
	const types = classTypesOf(edition);
	const taskUrlOf = (dayId: string, type: ClassType) =>
		urls.find((entry) => entry.dayId === dayId && entry.classType === type)?.taskUrl ?? null;
	/** The newest version of a class on a day. */
	const taskOf = (dayId: string, type: ClassType) => {
		const newest = versions.findLast((one) => one.dayId === dayId && one.classType === type);
		return newest ? { version: versionLetter(newest.number), state: newest.state } : null;
	};
	/** The cancellation of the whole day; null when it can no longer be taken back. */
	const cancellationOf = (id: string) => {
		const open = cancellations.find(({ dayId, taskId }) => dayId === id && taskId === null);
		return open ? { until: formatTime(open.endsAt, language), mails: open.mails } : null;
	};
	return {
		days: days.map(({ id, name, date, task, version }) => ({
			id,
			name,
			date,
			task,
			version,
			taskUrls: types.map((type) => ({ type, taskUrl: taskUrlOf(id, type) })),
			cancellation: cancellationOf(id),
			tasks: types.map((type) => ({ type, task: taskOf(id, type) })),
		})),
		currentDayId: currentDay(days, today)?.id ?? null,
		/** Number of competitors who get a mail. */
		recipients: recipients.length,
	};
}

export type DayForms = Awaited<ReturnType<typeof readDayForms>>;
export type EditedDay = DayForms["days"][number];

interface SentDay {
	readonly id: string;
	readonly task: TaskStatus;
	/** The version that was edited. */
	readonly version: number | null;
}

/** Whether the form cancels a day that is on. One that somebody else has changed meanwhile is refused for that. */
export async function cancelsDay({ db }: StaffCtx<"days">, { id, task, version }: SentDay): Promise<boolean> {
	if (task !== "TASK_CANCELLED") return false;
	const [day] = await dayById(db, id);
	return day !== undefined && day.task !== task && (version === null || version === day.version);
}
