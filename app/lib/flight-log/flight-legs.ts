import { at, type Fixes, GAP_SECONDS } from "./flight-log";
import { metresBetween } from "./plausible-fixes";

/** A time in the air, as indices of fixes. `takeOff` and `landing` are null where the recording begins or ends in the air. */
export interface FlightLeg {
	first: number;
	last: number;
	takeOff: number | null;
	landing: number | null;
}

/** Speeds over ground are taken over so many seconds. */
const WINDOW_SECONDS = 8;
/** In the air after 20 s at 40 km/h or more; on the ground after a minute below 15 km/h at one altitude. */
const AIR_SPEED = 11;
const AIR_SECONDS = 20;
const GROUND_SPEED = 4;
const GROUND_SECONDS = 60;
const GROUND_METRES = 30;
/** At the end of a recording that is switched off soon after landing. */
const FINAL_GROUND_SECONDS = 10;
/** A take-off leads so high within so many seconds; a drive on a road seldom does. */
const CLIMB_METRES = 100;
const CLIMB_SECONDS = 180;

/**
 * Finds the times in the air by ground speed, with a higher threshold for take-off than for landing, so that slow
 * circling in wind does not count as landing. Legs that never climb (the road home) are left out when others do.
 */
export function flightLegs(fixes: Fixes, indices: Uint32Array, metres: Int32Array): FlightLeg[] {
	const legs: FlightLeg[] = [];
	let leg: FlightLeg | null = null;
	/** Where the change that is under way began. */
	let since: number | null = null;
	let hasStood = false;
	let windowStart = 0;
	for (let position = 1; position < indices.length; position++) {
		const index = at(indices, position);
		const time = at(fixes.times, index);
		const step = time - at(fixes.times, at(indices, position - 1));
		if (step < 0 || step > GAP_SECONDS) {
			windowStart = position;
			since = null;
			continue;
		}
		while (
			windowStart + 1 < position &&
			time - at(fixes.times, at(indices, windowStart + 1)) >= WINDOW_SECONDS
		)
			windowStart++;
		const from = at(indices, windowStart);
		const seconds = time - at(fixes.times, from);
		if (seconds <= 0) continue;
		const speed = metresBetween(fixes, from, index) / seconds;
		const isChanging: boolean = leg === null ? speed >= AIR_SPEED : speed < GROUND_SPEED;
		if (!isChanging) {
			since = null;
			hasStood ||= leg === null;
			continue;
		}
		if (since === null || (leg !== null && Math.abs(at(metres, index) - at(metres, since)) > GROUND_METRES))
			since = index;
		const lasting = time - at(fixes.times, since);
		if (leg === null && lasting >= AIR_SECONDS) {
			leg = { first: since, last: index, takeOff: hasStood ? since : null, landing: null };
			since = null;
		} else if (leg !== null && lasting >= GROUND_SECONDS) {
			legs.push({ ...leg, last: since, landing: since });
			leg = null;
			since = null;
			hasStood = true;
		}
	}
	if (leg !== null) {
		const end = at(indices, indices.length - 1);
		const hasLanded = since !== null && at(fixes.times, end) - at(fixes.times, since) >= FINAL_GROUND_SECONDS;
		legs.push(hasLanded && since !== null ? { ...leg, last: since, landing: since } : { ...leg, last: end });
	}
	const climbing = legs.filter((each) => each.takeOff === null || climbs(each, fixes, metres));
	return climbing.length > 0 ? climbing : legs;
}

function climbs(leg: FlightLeg, fixes: Fixes, metres: Int32Array): boolean {
	const start = at(metres, leg.first);
	const until = at(fixes.times, leg.first) + CLIMB_SECONDS;
	for (let index = leg.first; index <= leg.last && at(fixes.times, index) <= until; index++)
		if (at(metres, index) - start >= CLIMB_METRES) return true;
	return false;
}
