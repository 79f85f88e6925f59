/** A class on a day. It identifies a task, scores and a replay. */
export interface ClassDay {
	readonly dayId: string;
	readonly classId: string;
}

/** A competitor of a class on a day. It identifies scores and decisions about them. */
export interface CompetitorDay extends ClassDay {
	readonly registrationId: string;
}
