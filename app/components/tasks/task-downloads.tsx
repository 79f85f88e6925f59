import { useTranslation } from "react-i18next";
import { AppLink } from "~/components/app-link";
import { taskFilePath, taskFormats, taskSheetPath } from "~/lib/tasks/task-paths";

/** A published task as files for instruments, and its sheet on paper. */
export function TaskDownloads({ taskId }: { readonly taskId: string }) {
	const { t } = useTranslation();
	return (
		<p className="button-row no-print">
			{taskFormats.map((format) => (
				<a key={format} className="button" href={taskFilePath(taskId, format)}>
					{t(`task.download.${format}`)}
				</a>
			))}
			<AppLink className="button" to={taskSheetPath(taskId)}>
				{t("task.sheet")}
			</AppLink>
		</p>
	);
}
