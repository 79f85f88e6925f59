import type { TaskDrawing, TaskThumbnailDrawing } from "~/lib/tasks/draw-task.server";

/** Zones and course of a task, to be drawn on a map of the same sheet. */
export function TaskLayer({ task: { zones, course, arrows } }: { readonly task: TaskDrawing }) {
	return (
		<g className="task-layer">
			{zones.map(({ path, isLine }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: zones have no other identity, and two may be equal
				<path key={index} className={isLine ? "task-line" : "task-zone"} d={path} fillRule="evenodd" />
			))}
			<path className="task-course" d={course} />
			{arrows && <path className="task-arrows" d={arrows} />}
		</g>
	);
}

/** A task in the size of a stamp. What it shows must also stand beside it in words. */
export function TaskThumbnail({ task }: { readonly task: TaskThumbnailDrawing }) {
	return (
		<svg
			className="task-thumbnail h-auto w-24 flex-none"
			viewBox={`0 0 ${task.width} ${task.height}`}
			aria-hidden="true"
		>
			<TaskLayer task={task} />
		</svg>
	);
}
