import type { ComponentProps } from "react";
import { MapView } from "~/components/map/map-view";
import { useTexts } from "~/components/use-texts";
import type { TaskLength } from "~/lib/tasks/task-summary";
import type { TaskView } from "~/lib/tasks/task-view";
import { TaskLayer } from "./task-layer";
import { useTaskSummary } from "./task-texts";

/**
 * The flights of the first three in the colours of their medals, the first above the others. Metals are too light on a light ground,
 * so each has an edge.
 */
function MedalTracks({ tracks }: Pick<MappedTask["drawing"], "tracks">) {
	return tracks.toReversed().map(({ place, line }) => (
		<g key={`${place} ${line}`} className={`medal-track podium-${place} fill-none`} strokeLinejoin="round">
			<path className="stroke-ink stroke-7" d={line} />
			<path className="stroke-(--podium) stroke-4" d={line} />
		</g>
	));
}

/** A version, or a task that is no version yet. */
type MappedTask = TaskLength &
	Pick<TaskView, "drawing"> & { readonly points: readonly { readonly name: string }[] };

interface TaskMapProps extends Pick<ComponentProps<typeof MapView>, "isWide" | "live"> {
	readonly task: MappedTask;
}

export function TaskMap({ task, ...shown }: TaskMapProps) {
	const { t } = useTexts();
	const summary = useTaskSummary(task);
	const route = task.points.map(({ name }) => name).join(" – ");
	return (
		<MapView map={task.drawing.map} label={t("task.map.label", { summary, route })} {...shown}>
			<TaskLayer task={task.drawing.task} />
			<MedalTracks tracks={task.drawing.tracks} />
		</MapView>
	);
}
