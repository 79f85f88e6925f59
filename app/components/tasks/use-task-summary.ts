import { useTranslation } from "react-i18next";
import { useLanguage } from "~/components/use-language";
import { type TaskLength, taskSummary } from "~/lib/tasks/task-summary";

export function useTaskSummary(task: TaskLength): string {
	const { t } = useTranslation();
	return taskSummary(t, useLanguage(), task);
}
