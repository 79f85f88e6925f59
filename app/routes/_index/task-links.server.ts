import type { Ctx } from "~/lib/context";
import { nameOfClass } from "~/lib/editions/classes";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { dayName, formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { linkToProtest, type pendingProtests } from "~/lib/results/protests.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { linkToDesk, type TaskLink } from "~/lib/tasks/task-links.server";
import { taskPath, taskSheetPath } from "~/lib/tasks/task-paths";
import { taskSummary } from "~/lib/tasks/task-summary";
import type { comingTasks, missingTasks } from "~/lib/tasks/tasks-queries.server";

interface HomeTaskLink extends TaskLink {
	/** Path of the task on paper; null for one that is still to be uploaded. */
	readonly sheet: string | null;
}

type Rows<Query extends (...values: never[]) => PromiseLike<readonly unknown[]>> = Awaited<ReturnType<Query>>;

/** Local dates, for the queries of `taskLinks`. */
export function datesOf({ now }: Pick<Ctx, "now">) {
	const today = pragueDate(now);
	return { today, tomorrow: addDays(today, 1) };
}

/** Links below a heading. */
export interface TaskLinkGroup {
	readonly title: string;
	readonly links: readonly HomeTaskLink[];
}

/**
 * The tasks of each day to come, and what organisers have to do: tasks that are missing, protests that are pending.
 * @param missing undefined for all but organisers, as `protests`
 */
export function taskLinks(
	ctx: Ctx,
	coming: Rows<typeof comingTasks>,
	missing: Rows<typeof missingTasks> = [],
	protests: Rows<typeof pendingProtests> = [],
): TaskLinkGroup[] {
	const titles = [...new Set(coming.map((task) => titleOf(ctx, task)))];
	const desks = [
		...missing.map((place) => linkToDesk(ctx, place)),
		...protests.map((protest) => linkToProtest(ctx, protest)),
	].map((link) => ({ ...link, sheet: null }));
	return [
		...titles.map((title) => ({
			title,
			links: coming.filter((task) => titleOf(ctx, task) === title).map((task) => linkToTask(ctx, task)),
		})),
		...(desks.length > 0 ? [{ title: textsOf(ctx.language).t("taskLink.toDo"), links: desks }] : []),
	];
}

type ComingTask = Rows<typeof comingTasks>[number];

/** The day of a task: "Tomorrow, Day 7, Friday 18 July". */
function titleOf(ctx: Ctx, task: ComingTask): string {
	const { t } = textsOf(ctx.language);
	const values = { name: dayName(t, task.dayName), day: formatDay(task.date, ctx.language) };
	return t(task.date === datesOf(ctx).tomorrow ? "taskLink.tomorrow" : "taskLink.later", values);
}

function linkToTask({ edition, language }: Ctx, task: ComingTask): HomeTaskLink {
	const { t } = textsOf(language);
	const values = {
		class: nameOfClass(edition, task.classType, language),
		task: taskSummary(t, language, task),
		version: versionLetter(task.number),
	};
	return { path: taskPath(task), text: t("taskLink.coming", values), sheet: taskSheetPath(task.id) };
}
