import type { Ctx } from "~/lib/context";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { versionLetter } from "./task-content";
import { type TaskPlace, taskDeskPath, taskPath, taskSheetPath } from "./task-paths";
import { taskSummary } from "./task-summary";
import type { comingTasks } from "./tasks-queries.server";

export interface TaskLink {
	readonly path: string;
	/** In words, as the page that shows it has no bytes to spare for texts of its own. */
	readonly text: string;
	/** Path of the task on paper; null for one that is still to be uploaded. */
	readonly sheet: string | null;
}

type ComingTask = Awaited<ReturnType<typeof comingTasks>>[number];

/** To the task of a later day and its sheet. */
export function linkToTask({ language }: Pick<Ctx, "language">, task: ComingTask): TaskLink {
	const { t } = textsOf(language);
	const values = {
		class: t(`competitionClass.${task.classType}`),
		day: formatDay(task.date, language),
		task: taskSummary(t, language, task),
		version: versionLetter(task.number),
	};
	return { path: taskPath(task), text: t("taskLink.coming", values), sheet: taskSheetPath(task.id) };
}

/** To the desk where the task of a class is uploaded. */
export function linkToDesk({ language }: Pick<Ctx, "language">, place: TaskPlace): TaskLink {
	const { t } = textsOf(language);
	const values = { class: t(`competitionClass.${place.classType}`), day: formatDay(place.date, language) };
	return { path: taskDeskPath(place), text: t("taskLink.missing", values), sheet: null };
}
