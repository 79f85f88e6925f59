import { at } from "~/lib/numbers";
import { type Fixes, gapSeconds } from "./flight-log";

/** Metres by which pressure and GNSS altitude may part after the take-off: warm air makes 4 % for every 10 °C. */
const mostApart = 500;
/** Seconds of all times at which they are further apart. */
const longestApart = 60;
/** A sensor that shows so many values is dead when the glider has moved so many metres up or down. */
const [deadValues, flownMetres] = [2, 100];
/** Seconds before the take-off over which the two are compared. */
const comparedSeconds = 60;

/**
 * Returns the first fix whose pressure altitude cannot be right: it is more than 500 m from the GNSS altitude, as both stand at the
 * take-off, for a minute in all, or it knows two values. Null when it is right, or when the GNSS altitude is at fault.
 */
export function pressureFault(fixes: Fixes, positions: Uint32Array, takeOff: number | null): number | null {
	const { pressureAltitudes: pressure, gnssAltitudes: gnss } = fixes;
	if (valuesOf(gnss, positions) <= deadValues) return null;
	if (valuesOf(pressure, positions) <= deadValues)
		return rangeOf(gnss, positions) >= flownMetres ? at(positions, 0) : null;
	const offset = offsetAt(fixes, positions, takeOff);
	const isApart = (index: number) => Math.abs(at(gnss, index) - at(pressure, index) - offset) > mostApart;
	let seconds = 0;
	let begun: number | null = null;
	for (let position = 0; position < positions.length; position++) {
		if (!isApart(at(positions, position))) continue;
		const first = position;
		while (position + 1 < positions.length && isApart(at(positions, position + 1))) position++;
		if (isGnssAtFault(fixes, positions, { first, last: position })) continue;
		begun ??= at(positions, first);
		// A fix stands for the time until the next one, unless there is a gap.
		const until = at(fixes.times, at(positions, Math.min(position + 1, positions.length - 1)));
		const last = at(fixes.times, at(positions, position));
		seconds += (until - last > gapSeconds ? last : until) - at(fixes.times, at(positions, first));
		if (seconds >= longestApart) return begun;
	}
	return null;
}

/** How many values there are, three for all numbers above two. */
function valuesOf(altitudes: Int32Array, positions: Uint32Array): number {
	const first = at(altitudes, at(positions, 0));
	let second: number | null = null;
	for (const index of positions) {
		const value = at(altitudes, index);
		if (value === first || value === second) continue;
		if (second !== null) return deadValues + 1;
		second = value;
	}
	return second === null ? 1 : deadValues;
}

function rangeOf(altitudes: Int32Array, positions: Uint32Array): number {
	let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const index of positions) {
		lowest = Math.min(lowest, at(altitudes, index));
		highest = Math.max(highest, at(altitudes, index));
	}
	return highest - lowest;
}

/** Most fixes that are compared at the take-off: one a second. */
const mostCompared = comparedSeconds + 1;

/**
 * Metres by which GNSS altitude is above pressure altitude in the minute before the take-off, or in the first one of a recording that
 * begins in the air: the middle one of all differences.
 */
function offsetAt(fixes: Fixes, positions: Uint32Array, takeOff: number | null): number {
	const until = takeOff ?? at(positions, 0);
	const differences: number[] = [];
	let position = takeOff === null ? 0 : positions.indexOf(until);
	while (position >= 0 && position < positions.length && differences.length < mostCompared) {
		const index = at(positions, position);
		if (Math.abs(at(fixes.times, until) - at(fixes.times, index)) > comparedSeconds) break;
		differences.push(at(fixes.gnssAltitudes, index) - at(fixes.pressureAltitudes, index));
		position += takeOff === null ? 1 : -1;
	}
	return differences.sort((one, other) => one - other)[differences.length >> 1] ?? 0;
}

/** Metres between two fixes that are no jump, and metres a second beyond them: no glider rises or falls faster. */
const jump = { metres: 100, speed: 20 };
/** Metres of a sensor that stands still, and of one that moves beside it. */
const [still, moving] = [20, 50];

/**
 * Whether it is the GNSS altitude that leaves the other one in a row of fixes: it jumps more often, and the pressure altitude does not
 * stand still beside it; or it stands still itself.
 */
function isGnssAtFault(fixes: Fixes, positions: Uint32Array, row: Row): boolean {
	const [pressure, gnss] = [fixes.pressureAltitudes, fixes.gnssAltitudes].map((altitudes) =>
		movementOf(altitudes, fixes.times, positions, row),
	) as [Movement, Movement];
	if (pressure.jumps === 0 && gnss.jumps === 0) return gnss.metres < still && pressure.metres >= moving;
	return gnss.jumps > pressure.jumps && !(pressure.metres < still && gnss.metres >= flownMetres);
}

/** A row of fixes, by the places of its ends among the positions. */
interface Row {
	readonly first: number;
	readonly last: number;
}

interface Movement {
	/** Steps into, within and out of the row that no glider flies. */
	readonly jumps: number;
	/** Metres between its lowest and highest altitude in the row, without them. */
	readonly metres: number;
}

function movementOf(
	altitudes: Int32Array,
	times: Float64Array,
	positions: Uint32Array,
	{ first, last }: Row,
): Movement {
	let [jumps, altitude, lowest, highest] = [0, 0, 0, 0];
	for (let position = Math.max(1, first); position <= Math.min(last + 1, positions.length - 1); position++) {
		const [from, to] = [at(positions, position - 1), at(positions, position)];
		const step = at(altitudes, to) - at(altitudes, from);
		if (Math.abs(step) > jump.metres + jump.speed * (at(times, to) - at(times, from))) jumps++;
		else if (position > first && position <= last) altitude += step;
		lowest = Math.min(lowest, altitude);
		highest = Math.max(highest, altitude);
	}
	return { jumps, metres: highest - lowest };
}
