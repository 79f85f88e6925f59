import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { linkToDesk, type TaskLink } from "~/lib/tasks/links/desk-link.server";
import { versionLetter } from "~/lib/tasks/task-content";
import { taskPath, taskSheetPath } from "~/lib/tasks/task-paths";
import { taskSummary } from "~/lib/tasks/task-summary";
import type { comingTasks, missingTasks } from "~/lib/tasks/tasks-queries.server";

export interface HomeTaskLink extends TaskLink {
	/** Path of the task on paper; null for one that is still to be uploaded. */
	readonly sheet: string | null;
}

type Rows<Query extends (...values: never[]) => PromiseLike<readonly unknown[]>> = Awaited<ReturnType<Query>>;

/** Local dates, for the queries of `taskLinks`. */
export function datesOf({ now }: Pick<Ctx, "now">) {
	const today = pragueDate(now);
	return { today, tomorrow: addDays(today, 1) };
}

/** @param missing undefined for visitors */
export function taskLinks(
	ctx: Ctx,
	coming: Rows<typeof comingTasks>,
	missing: Rows<typeof missingTasks> = [],
): HomeTaskLink[] {
	const desks = isAdmin(ctx) ? missing : [];
	return [
		...coming.map((task) => linkToTask(ctx, task)),
		...desks.map((place) => ({ ...linkToDesk(ctx, place), sheet: null })),
	];
}

/** To the task of a later day. */
function linkToTask({ language }: Ctx, task: Rows<typeof comingTasks>[number]): HomeTaskLink {
	const { t } = textsOf(language);
	const values = {
		class: t(`competitionClass.${task.classType}`),
		day: formatDay(task.date, language),
		task: taskSummary(t, language, task),
		version: versionLetter(task.number),
	};
	return { path: taskPath(task), text: t("taskLink.coming", values), sheet: taskSheetPath(task.id) };
}
