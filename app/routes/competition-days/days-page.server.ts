import type { AdminCtx } from "~/lib/context";
import { currentDay } from "~/lib/days/current-day";
import { dayPath } from "~/lib/days/day-path";
import { allDays } from "~/lib/days/days-queries.server";
import { taskUrls } from "~/lib/days/tracking-queries.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { acceptedCount } from "~/lib/registrations/accepted-queries.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskStatesOfDays } from "~/lib/tasks/tasks-queries.server";
import { type ClassType, classTypes } from "~db/enums";

export async function readDaysPage({ db, now, edition }: AdminCtx) {
	const [days, urls, [count], versions] = await db.batch([
		allDays(db),
		taskUrls(db),
		acceptedCount(db),
		taskStatesOfDays(db),
	]);
	const today = pragueDate(now);
	const taskUrlOf = (dayId: string, type: ClassType) =>
		urls.find((entry) => entry.dayId === dayId && entry.classType === type)?.taskUrl ?? null;
	/** The newest version of a class on a day. */
	const taskOf = (dayId: string, type: ClassType) => {
		const newest = versions.findLast((one) => one.dayId === dayId && one.classType === type);
		return newest ? { version: versionLetter(newest.number), state: newest.state } : null;
	};
	return {
		days: days.map(({ id, name, date, task, version }) => ({
			id,
			name,
			date,
			task,
			version,
			path: dayPath(edition, date),
			today: date === today,
			taskUrls: classTypes.map((type) => ({ type, taskUrl: taskUrlOf(id, type) })),
			tasks: classTypes.map((type) => ({ type, task: taskOf(id, type) })),
		})),
		currentDayId: currentDay(days, today)?.id ?? null,
		accepted: count?.accepted ?? 0,
	};
}

export type EditedDay = Awaited<ReturnType<typeof readDaysPage>>["days"][number];
