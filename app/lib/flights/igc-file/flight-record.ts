import type { FlightRecord } from "~db/schema";
import { drawnFlight, type Flight } from "./analyse-flight";
import { climbFigures } from "./circling";
import { drawTrack } from "./draw-track";
import { flightFigures } from "./flight-figures";
import { traceOf } from "./trace";

export function recordFlight(flight: Flight): FlightRecord {
	const drawn = drawnFlight(flight);
	return {
		header: flight.log.header,
		figures: flightFigures(flight),
		track: drawTrack(drawn),
		trace: traceOf(drawn),
		climbs: climbFigures(flight),
	};
}
