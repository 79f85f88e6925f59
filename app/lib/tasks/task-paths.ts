import type { ClassType } from "~db/enums";

/** Formats in which a task leaves the site. */
export const taskFormats = ["cup", "tsk", "xctsk"] as const;
export type TaskFormat = (typeof taskFormats)[number];

/** The page of all tasks of a day. @param date local */
export function tasksPath(date: string): string {
	return `/tasks/${date}`;
}

export function taskFilePath(id: string, format: TaskFormat): string {
	return `/tasks/${id}.${format}`;
}

/** The version in force, whichever it is: trackers keep this address. */
export function classTaskPath({
	date,
	classType,
}: {
	readonly date: string;
	readonly classType: ClassType;
}): string {
	return `/tasks/${date}/${classType}.tsk`;
}

/** The task on one sheet of paper. */
export function taskSheetPath(id: string): string {
	return `/tasks/${id}/sheet`;
}
