import type { TaskDrawing, TaskThumbnailDrawing } from "~/lib/tasks/draw-task.server";

interface TaskLayerProps {
	readonly task: TaskDrawing;
	/** What was to be flown lies quietly below what was flown. */
	readonly isBelowFlight?: boolean;
}

/** Zones and course of a task, to be drawn on a map of the same sheet. */
export function TaskLayer({ task: { zones, course, arrows }, isBelowFlight = false }: TaskLayerProps) {
	const line = "fill-none stroke-3 stroke-brand";
	return (
		<g strokeLinejoin="round">
			{zones.map(({ path, isLine }, index) => (
				<path
					// biome-ignore lint/suspicious/noArrayIndexKey: zones have no other identity, and two may be equal
					key={index}
					className={
						isLine ? "fill-none stroke-6 stroke-action-edge" : "task-zone fill-action/20 stroke-action-edge"
					}
					strokeWidth="2.5"
					strokeLinejoin="miter"
					d={path}
					fillRule="evenodd"
				/>
			))}
			<path
				className={isBelowFlight ? "fill-none stroke-2 stroke-edge" : line}
				strokeDasharray={isBelowFlight ? "8 6" : undefined}
				d={course}
			/>
			{arrows && <path className={line} d={arrows} />}
		</g>
	);
}

/** A task in the size of a stamp; its units are nearly pixels. What it shows must also stand beside it in words. */
export function TaskThumbnail({ task }: { readonly task: TaskThumbnailDrawing }) {
	return (
		<svg
			className="h-auto w-24 flex-none [&_path]:stroke-4"
			viewBox={`0 0 ${task.width} ${task.height}`}
			aria-hidden="true"
		>
			<TaskLayer task={{ ...task, arrows: "" }} />
		</svg>
	);
}
