import { at } from "~/lib/at";
import { pragueDate } from "~/lib/editions/prague-time";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { isSameRecorder, momentOf } from "~/lib/flights/igc-file/flight-log";
import { normaliseMark } from "~/lib/flights/igc-file/flight-log-warnings";
import { legBetween } from "~/lib/maps/geodesy/earth";
import type { Position } from "~/lib/maps/geodesy/position";
import type { Recorder } from "~db/schema";

/** Metres: a recorder may be switched on at the far end of the runway, or in the tow. */
const nearAirfield = 3000;

export interface KnownCompetitor {
	readonly startNumber: string;
	readonly registrationNumber: string;
	/** What the entry says of recorders. */
	readonly logger: string;
	/** Of the competitor's own logs. */
	readonly recorders: readonly Recorder[];
}

/**
 * Whether a log that somebody else has sent looks like the competitor's: the recorder or both marks of the glider are known, and its
 * fixes begin at the airfield on the day. All of it is public, so it proves nothing.
 * @param date the competition day, local
 */
export function hasSecondSign(
	flight: Flight,
	competitor: KnownCompetitor,
	{ date, airfield }: { readonly date: string; readonly airfield: Position },
): boolean {
	const { fixes, positions, log } = flight;
	const first = at(positions, 0);
	const begins = new Date(momentOf(log.date, at(fixes.times, first)));
	const position = { latitude: at(fixes.latitudes, first), longitude: at(fixes.longitudes, first) };
	return (
		pragueDate(begins) === date &&
		legBetween("wgs84", airfield, position).distanceM <= nearAirfield &&
		(isKnownRecorder(log.recorder, competitor) || hasBothMarks(flight, competitor))
	);
}

function isKnownRecorder(recorder: Recorder, { logger, recorders }: KnownCompetitor): boolean {
	const isNamed = recorder.serial.length >= 3 && normaliseMark(logger).includes(recorder.serial);
	return isNamed || recorders.some((own) => isSameRecorder(own, recorder));
}

function hasBothMarks(
	{ log: { header } }: Flight,
	{ startNumber, registrationNumber }: KnownCompetitor,
): boolean {
	const isSame = (found: string | null, expected: string) =>
		normaliseMark(found) !== "" && normaliseMark(found) === normaliseMark(expected);
	return isSame(header.competitionNumber, startNumber) && isSame(header.registration, registrationNumber);
}
