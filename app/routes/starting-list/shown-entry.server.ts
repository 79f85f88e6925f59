import type { Ctx } from "~/lib/context";
import { crewText } from "~/lib/entries/crew";
import { marksOf } from "~/lib/entries/entries-queries.server";
import { handicapOf } from "~/lib/entries/gliders";
import type { ListGroup, PlacedEntry } from "~/lib/entries/starting-list/starting-list-queries.server";
import { flightPath } from "~/lib/flights/flight-paths";
import type { newestFlights } from "~/lib/flights/flights-queries.server";

export interface Counts {
	readonly starters: number;
	readonly reserves: number;
	readonly waiting: number;
	/** Of who is shown: visitors do not see them. */
	readonly withdrawn: number;
}

/** The fields that everybody gets. */
export function toShown(
	{ id, name, surname, aeroclub, startNumber, gliderName, gliderIndex, ...rest }: PlacedEntry,
	{ referenceIndex }: ListGroup<PlacedEntry>["competitionClass"],
) {
	return {
		id,
		fullName: crewText({ name: `${name} ${surname}`, secondPilot: rest.secondPilot }),
		...marksOf(rest),
		aeroclub,
		startNumber,
		gliderName,
		handicap: handicapOf(gliderIndex, referenceIndex),
		registrationNumber: rest.registrationNumber,
		reservePlace: rest.reservePlace,
	};
}

export function headOf(
	{ competitionClass: { id, type } }: Pick<ListGroup<PlacedEntry>, "competitionClass">,
	counts: Counts,
) {
	return { id, type, counts };
}

/** Finds the last flight of an entry. */
export function flightsIn(ctx: Ctx, flights: Awaited<ReturnType<typeof newestFlights>>) {
	const newest = new Map(flights.map((flight) => [flight.registrationId, flight]));
	return ({ id }: { readonly id: string }) => {
		const found = newest.get(id);
		const path = found && flightPath(ctx, { id: found.id, isCompetitor: true, standing: "scores" });
		return path ? { path, date: found.date } : null;
	};
}
