import type { AirborneSpan } from "~/lib/flights/igc-file/airborne-spans";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { groundOf } from "~/lib/flights/igc-file/track";
import type { Terrain } from "~/lib/maps/terrain/terrain";

/** What heights mean on the day. */
export interface HeightRule {
	/** Pressure of the briefing; without it, heights are those above the airfield plus its elevation. */
	readonly qnhHpa: number | null;
	/** Metres above sea level. */
	readonly elevationM: number;
	/** Of the ground; without it, heights above ground are not judged. */
	readonly terrain?: Terrain | null;
}

/** What the heights of a track are above or below; in metres. */
export interface Heights {
	/** What makes a height of the track a pressure altitude, and one above sea level. */
	readonly toStandard: number;
	readonly toSeaLevel: number;
}

export function heightsOf(flight: Flight, span: AirborneSpan, { qnhHpa, elevationM }: HeightRule): Heights {
	const isPressure = flight.altitudes.kind === "pressure";
	const offset = altimeterOffset(qnhHpa ?? standardHpa);
	const ground = groundOf(flight, span, elevationM);
	return {
		toStandard: isPressure ? ground : -offset,
		toSeaLevel: isPressure && qnhHpa !== null ? ground + offset : 0,
	};
}

/** The standard atmosphere (ICAO Doc 7488): metres, and the exponent of the pressure. */
const scaleM = 44_330.77;
const exponent = 0.190263;

/** Hectopascals, by which flight levels are flown. */
const standardHpa = 1_013.25;

/** Metres by which an altimeter set to a pressure shows more than one set to 1013.25 hPa. */
function altimeterOffset(qnhHpa: number): number {
	return scaleM * ((qnhHpa / standardHpa) ** exponent - 1);
}
