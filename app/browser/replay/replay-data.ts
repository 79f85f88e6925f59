/** The data that the script of the replay reads from the page, in `data-replay`. */
export interface ReplayData {
	/** Address of the packed flights. */
	readonly pack: string;
	/** The map that stands on the page: its view box, and the degrees of its edges in Mercator's projection. */
	readonly viewport: {
		readonly width: number;
		readonly height: number;
		readonly west: number;
		readonly east: number;
		readonly south: number;
		readonly north: number;
	};
	/** Points of the task, including start and finish; empty without a task. */
	readonly points: readonly Degrees[];
	/** Flights in the order of the table. */
	readonly flights: readonly ReplayFlight[];
	readonly texts: ReplayTexts;
}

/** North and east positive. */
export type Degrees = readonly [latitude: number, longitude: number];

export interface ReplayFlight {
	/** Id of the entry. */
	readonly id: string;
	/** Id of the flight. */
	readonly log: string;
	readonly number: string;
	readonly name: string;
	/** In the results of the day; null without one. */
	readonly place: number | null;
	/** Seconds since 1970; null without one. */
	readonly start: number | null;
	readonly finish: number | null;
	/** The turn points in order: when each was reached, and in an area the place that counts. */
	readonly reached: readonly (readonly [at: number | null, credited: Degrees | null])[];
}

/** Texts in the reader's language. `{value}` stands for a number. */
export interface ReplayTexts {
	readonly play: string;
	readonly pause: string;
	readonly kilometres: string;
	readonly metres: string;
	readonly leads: string;
	readonly finished: string;
	readonly onGround: string;
	readonly notStarted: string;
	readonly follow: string;
	readonly show: string;
	/** A text with `{one}` and `{other}`. */
	readonly pair: string;
	readonly failed: string;
}

/** The server writes it with `ReplayData`. */
export function readReplayData(stage: HTMLElement): ReplayData {
	return JSON.parse(stage.dataset.replay ?? "") as ReplayData;
}
