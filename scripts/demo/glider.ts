/** A parabola, as MacCready's theory takes the polar. Metres a second. */
export interface Glider {
	readonly leastSink: number;
	/** Speed of the least sink. */
	readonly slowest: number;
	/** Sink by the square of the speed above that. */
	readonly steepness: number;
}

/** The weather of a day. Metres a second. */
export interface Air {
	/** Lift of a usual climb. */
	readonly lift: number;
	readonly wind: { readonly north: number; readonly east: number };
	/** Base of the clouds, in metres above the airfield. */
	readonly base: number;
}

/** Glides 40:1 at 100 km/h, and loses 1.8 m/s at 170 km/h; a faster glider does so at a higher speed. @param handicap the factor H */
export function gliderOf(handicap: number): Glider {
	return { leastSink: 0.62, slowest: 21 * handicap, steepness: 0.0018 / (handicap * handicap) };
}

export function sinkAt({ leastSink, slowest, steepness }: Glider, speed: number): number {
	return leastSink + steepness * (speed - slowest) ** 2;
}

/** The speed that gives the quickest way when the next climb is so strong. */
export function speedFor({ leastSink, slowest, steepness }: Glider, climb: number): number {
	return Math.sqrt(slowest ** 2 + (leastSink + climb) / steepness);
}
