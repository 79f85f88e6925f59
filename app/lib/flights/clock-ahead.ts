import { pragueDate } from "~/lib/editions/prague-time";
import type { Position } from "~/lib/maps/geodesy";
import { isNight } from "~/lib/maps/sunset";
import type { FlightIdentity } from "~db/schema";
import { momentOf } from "./igc-file/flight-log";

export const hourMs = 3_600_000;
/** Milliseconds by which a clock that is wrong by whole hours may be off beside them: a launch is noted by hand. */
export const clockToleranceMs = 600_000;
/** Hours by which a clock may be wrong: those of all time zones. */
export const mostHours = 14;

/** Milliseconds by which the clocks of recorder and server may differ. */
const clockSkewMs = 300_000;
/** Milliseconds. A log that is less ahead may be that of any clock, unless the desk knows the launch. */
const clearlyAheadMs = 1_800_000;

type Times = Pick<FlightIdentity, "date" | "firstFix" | "lastFix" | "takeOff" | "landing">;

/** Moments of a flight, in milliseconds since 1970: from launch to landing, or from the first fix to the last. */
export function momentsOf({ date, firstFix, lastFix, takeOff, landing }: Times) {
	return {
		first: momentOf(date, firstFix),
		launch: momentOf(date, takeOff ?? firstFix),
		landing: momentOf(date, landing ?? lastFix),
		last: momentOf(date, lastFix),
	};
}

/** Full hours, at least, by which a log is ahead; 0 when it is not. @param latest after which no flight can have been */
export function hoursAhead(flight: Times, latest: Date): number {
	const aheadMs = momentsOf(flight).last - latest.getTime() - clockSkewMs;
	return aheadMs > 0 ? Math.ceil(aheadMs / hourMs) : 0;
}

interface FlyingDay {
	/** Local date. */
	readonly date: string;
	readonly airfield: Position;
	/** The competitor's launches, as the desk has noted them. Milliseconds since 1970. */
	readonly launches: readonly number[];
}

/**
 * Whether a clock that is some whole hours fast explains why a log is ahead: with the hours taken off it is a flight of the day that has
 * ended, by daylight, from a launch that the desk has noted.
 */
export function isWholeHoursAhead(flight: Times, latest: Date, day: FlyingDay): boolean {
	const { first, launch, landing, last } = momentsOf(flight);
	if (day.launches.length === 0 && last - latest.getTime() < clearlyAheadMs) return false;
	for (let hours = hoursAhead(flight, latest); hours <= mostHours; hours++) {
		const was = (time: number) => time - hours * hourMs;
		const isByDay =
			pragueDate(new Date(was(first))) === day.date &&
			!isNight(was(launch), day.airfield) &&
			!isNight(was(landing), day.airfield);
		if (isByDay && isLaunch(was(launch), day.launches)) return true;
	}
	return false;
}

/** Any launch will do when the desk has noted none. */
function isLaunch(at: number, launches: readonly number[]): boolean {
	return launches.length === 0 || launches.some((launch) => Math.abs(at - launch) <= clockToleranceMs);
}
