import { useTranslation } from "react-i18next";
import { MapView } from "~/components/map/map-view";
import type { TaskLength } from "~/lib/tasks/task-summary";
import type { TaskView } from "~/lib/tasks/task-view";
import { TaskLayer } from "./task-layer";
import { useTaskSummary } from "./use-task-summary";

/** A version, or a task that is no version yet. */
type MappedTask = TaskLength & Pick<TaskView, "points" | "drawing">;

export function TaskMap({ task }: { readonly task: MappedTask }) {
	const { t } = useTranslation();
	const summary = useTaskSummary(task);
	const route = task.points.map(({ name }) => name).join(" – ");
	return (
		<MapView map={task.drawing.map} label={t("task.map.label", { summary, route })}>
			<TaskLayer task={task.drawing.task} />
		</MapView>
	);
}
