import type { CompetitorState } from "~db/enums";

/** What a competitor can still deliver. */
export interface Missing {
	/** The entry fee. */
	readonly payment: boolean;
	/** For the file of contestants. */
	readonly birthDate: boolean;
	/** Competition days without a flight log, by date. */
	readonly logs: readonly MissingLog[];
}

export interface MissingLog {
	/** Its name. */
	readonly day: string;
	/** Local date. */
	readonly date: string;
}

/** After a reminder a competitor gets no other one for this long. In milliseconds. */
export const reminderPause = 24 * 60 * 60 * 1000;

/**
 * Whether a reminder names a log that is missing: on the day itself only after a landing, because a mail in the morning
 * would ask everybody.
 */
export function isLogDue(date: string, status: CompetitorState | null, today: string): boolean {
	return date < today || status === "HOME" || status === "OUTLANDING";
}

export function isAnythingMissing({ payment, birthDate, logs }: Missing): boolean {
	return payment || birthDate || logs.length > 0;
}
