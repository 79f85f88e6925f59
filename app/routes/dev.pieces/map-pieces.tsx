import { useTranslation } from "react-i18next";
import { MapSheet } from "~/components/map/map-sheet";
import { TaskLayer, TaskThumbnail } from "~/components/tasks/task-layer";
import pictureUrl from "~/styles/pictures/outlanded.svg?url";
import type { DrawnTask } from "./sample-task.server";

/** A map, a task in the size of a stamp, and a picture of a page without content. */
export function MapPieces({ drawing, thumbnail }: DrawnTask) {
	const { t } = useTranslation();
	return (
		<div className="stack">
			<MapSheet map={drawing.map} label={t("pieces.map")}>
				<TaskLayer task={drawing.task} />
			</MapSheet>
			<TaskThumbnail task={thumbnail} />
			<img src={pictureUrl} alt="" width="640" height="220" />
		</div>
	);
}
