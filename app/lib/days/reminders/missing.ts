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

export function isAnythingMissing({ payment, birthDate, logs }: Missing): boolean {
	return payment || birthDate || logs.length > 0;
}
