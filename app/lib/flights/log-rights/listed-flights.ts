import type { LogStanding } from "~db/enums";

interface ListedFlight {
	readonly registrationId: string;
	readonly dayId: string;
	readonly standing: LogStanding;
}

/** Most listed flights of one competitor and day that do not score. */
const mostUnscored = 3;

/** The order in which they are listed: when a flight is discarded, the next one shows. */
const unscored: readonly LogStanding[] = ["backup", "waiting", "ahead", "unconfirmed", "kept", "discarded"];

/**
 * Returns the flights that a list shows, in their order: all that score, and of the others the first few of each competitor and
 * day. Anybody may send any number of the others, and nobody reads them.
 */
export function listedFlights<F extends ListedFlight>(flights: readonly F[]): F[] {
	const counts = new Map<string, number>();
	const shown = new Set<F>();
	for (const standing of unscored) {
		for (const flight of flights) {
			if (flight.standing !== standing) continue;
			const key = `${flight.registrationId} ${flight.dayId}`;
			const count = (counts.get(key) ?? 0) + 1;
			counts.set(key, count);
			if (count <= mostUnscored) shown.add(flight);
		}
	}
	return flights.filter((flight) => flight.standing === "scores" || shown.has(flight));
}
