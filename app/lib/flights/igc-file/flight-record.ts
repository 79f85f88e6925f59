import { at } from "~/lib/numbers";
import type { ClimbFigures, FlightRecord } from "~db/schema";
import { circlingPhases, isSparse, motionOf } from "../analysis/climbs-and-glides";
import { longestSpans } from "./airborne-spans";
import { drawnFlight, type Flight } from "./analyse-flight";
import { flightFigures } from "./flight-figures";
import { traceOf } from "./trace";
import { trackOf } from "./track";

export function recordFlight(flight: Flight): CompleteRecord {
	return {
		header: flight.log.header,
		figures: flightFigures(flight),
		trace: traceOf(drawnFlight(flight)),
		climbs: climbFigures(flight),
	};
}

/** A record with all its parts. The climbs of older ones were found by an earlier method. */
export type CompleteRecord = Required<FlightRecord>;

/** The climbs and the circling of a whole log: all its times in the air, while its analysis is of the task. None where fixes are sparse. */
export function climbFigures(flight: Flight): ClimbFigures {
	const figures = { climbs: 0, gain: 0, climbSeconds: 0, circlingSeconds: 0 };
	for (const span of longestSpans(flight.fixes, flight.spans)) {
		const track = trackOf(flight, span, 0);
		if (isSparse(track)) continue;
		for (const { kind, first, last } of circlingPhases(track, motionOf(track))) {
			const seconds = at(track.times, last) - at(track.times, first);
			figures.circlingSeconds += seconds;
			if (kind === "attempt") continue;
			figures.climbs++;
			figures.gain += at(track.heights, last) - at(track.heights, first);
			figures.climbSeconds += seconds;
		}
	}
	return figures;
}
