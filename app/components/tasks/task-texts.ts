import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { formatNumber } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import type { TaskView } from "~/lib/tasks/task-view";

export function kilometres(metres: number, language: Language, digits = 1): string {
	return formatNumber(metres / 1000, language, digits);
}

/** "3:30" of 12,600 seconds. */
export function hoursAndMinutes(seconds: number): string {
	return `${Math.floor(seconds / 3600)}:${String(Math.round((seconds % 3600) / 60)).padStart(2, "0")}`;
}

export type TaskLength = Pick<TaskView, "kind" | "distanceM" | "minDistanceM" | "maxDistanceM" | "taskTimeS">;

/** Kind, distance, and for an area task the range and the time: the task in a line. */
export function useTaskSummary({
	kind,
	distanceM,
	minDistanceM,
	maxDistanceM,
	taskTimeS,
}: TaskLength): string {
	const { t } = useTranslation();
	const language = useLanguage();
	const km = (metres: number | null) => kilometres(metres ?? 0, language);
	if (kind === "RT") return t("task.summary.RT", { distance: km(distanceM) });
	return t("task.summary.AAT", {
		distance: km(distanceM),
		least: km(minDistanceM),
		most: km(maxDistanceM),
		time: hoursAndMinutes(taskTimeS ?? 0),
	});
}
