/** A class on a day: what a task, scores and a replay are of. */
export interface ClassDay {
	readonly dayId: string;
	readonly classId: string;
}
