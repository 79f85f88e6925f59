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

interface TaskPlace {
	/** Local. */
	readonly date: string;
	readonly classType: ClassType;
}

/** The version in force, whichever it is: trackers keep this address. */
export function classTaskPath({ date, classType }: TaskPlace): string {
	return `/tasks/${date}/${classType}.tsk`;
}

/** Where an organiser builds the next version. */
export function buildTaskPath({ date, classType }: TaskPlace): string {
	return `/admin/tasks/${date}/${classType}/build`;
}

/** The task on one sheet of paper. */
export function taskSheetPath(id: string): string {
	return `/tasks/${id}/sheet`;
}
