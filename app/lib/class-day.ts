/** A class on a day. It identifies a task, scores and a replay. */
export interface ClassDay {
	readonly dayId: string;
	readonly classId: string;
}
