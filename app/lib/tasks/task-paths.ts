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

export interface TaskAddress {
	/** Local. */
	readonly date: string;
	readonly classType: ClassType;
}

/** The task of a class on the page of its day. */
export function taskPath({ date, classType }: TaskAddress): string {
	return `${tasksPath(date)}#${classType}`;
}

/** The version in force, whichever it is: trackers keep this address. */
export function classTaskPath({ date, classType }: TaskAddress): string {
	return `/tasks/${date}/${classType}.tsk`;
}

/** Where an organiser uploads, checks and publishes the versions of a class. */
export function taskDeskPath({ date, classType }: TaskAddress): string {
	return `/admin/tasks/${date}/${classType}`;
}

/** Where an organiser builds the next version. */
export function buildTaskPath(task: TaskAddress): string {
	return `${taskDeskPath(task)}/build`;
}

export function taskSheetPath(id: string): string {
	return `/tasks/${id}/sheet`;
}
