import { at } from "~/lib/numbers";
import { type Fixes, gapSeconds, isPlausibleAltitude } from "./flight-log";
import { metresBetween } from "./plausible-fixes";

/** A time in the air, as indices of fixes. A recording that begins or ends in the air has no `takeOff` or `landing`. */
export interface AirborneSpan {
	readonly first: number;
	readonly last: number;
	readonly takeOff: number | null;
	readonly landing: number | null;
}

/** Seconds over which the ground speed is averaged. */
const windowSeconds = 8;
/** A glider is in the air after 20 s at 40 km/h (11 m/s), and on the ground after a minute below 15 km/h (4 m/s) at one altitude. */
const airSpeed = 11;
const airSeconds = 20;
const groundSpeed = 4;
const groundSeconds = 60;
const groundMetres = 30;
/** Standing takes at least this many fixes: with a fix every 16 s, whole circles look like standing. */
const groundFixes = 12;
/** Seconds of standing that suffice at the end of a log: pilots switch the recorder off soon after landing. */
const finalGroundSeconds = 10;
/** Metres from where a glider stood before a gap, if it still stands there after it. */
const samePlace = 50;

/** What is known of a log when its times in the air are looked for. */
interface Flown {
	readonly fixes: Fixes;
	/** Indices of the fixes with a believable position. */
	readonly indices: Uint32Array;
	/** Altitudes of the fixes. */
	readonly metres: Int32Array;
	/** Ground speed at each of the indices, in metres a second; NaN after a gap, and where no time has passed. */
	readonly speeds: Float64Array;
}

/**
 * Finds the times in the air by ground speed. The threshold is higher for take-off than for landing, so that slow circling in wind
 * does not look like a landing. Drives are left out: of a span those before and after it, and spans that never climb when others do.
 */
export function airborneSpans(fixes: Fixes, indices: Uint32Array, metres: Int32Array): AirborneSpan[] {
	const flown = { fixes, indices, metres, speeds: speedsOf(fixes, indices) };
	const spans = fastSpans(flown).map((span) => withoutDrives(span, flown));
	const climbing = spans.filter((span) =>
		span.takeOff === null ? !isLevel(flown, ...positionsOfSpan(indices, span)) : climbs(span, fixes, metres),
	);
	return climbing.length > 0 ? climbing : spans;
}

function speedsOf(fixes: Fixes, indices: Uint32Array): Float64Array {
	const { times } = fixes;
	const speeds = new Float64Array(indices.length).fill(Number.NaN);
	let windowStart = 0;
	for (let position = 1; position < indices.length; position++) {
		const index = at(indices, position);
		const time = at(times, index);
		if (time - at(times, at(indices, position - 1)) > gapSeconds) {
			windowStart = position;
			continue;
		}
		while (windowStart + 1 < position && time - at(times, at(indices, windowStart + 1)) >= windowSeconds)
			windowStart++;
		const from = at(indices, windowStart);
		const seconds = time - at(times, from);
		if (seconds > 0) speeds[position] = metresBetween(fixes, from, index) / seconds;
	}
	return speeds;
}

function fastSpans(flown: Flown): AirborneSpan[] {
	const { fixes, indices, metres, speeds } = flown;
	const spans: AirborneSpan[] = [];
	let span: AirborneSpan | null = null;
	/** Fix at which the suspected take-off or landing began. */
	let since: number | null = null;
	let hasStood = false;
	for (let position = 1; position < indices.length; position++) {
		const index = at(indices, position);
		const time = at(fixes.times, index);
		const step = time - at(fixes.times, at(indices, position - 1));
		if (step > gapSeconds && !(span && since !== null && isSamePlace(flown, position))) since = null;
		const speed = at(speeds, position);
		if (Number.isNaN(speed)) continue;
		const isChanging: boolean = span === null ? speed >= airSpeed : speed < groundSpeed;
		if (!isChanging) {
			since = null;
			hasStood ||= span === null;
			continue;
		}
		if (since === null || (span !== null && Math.abs(at(metres, index) - at(metres, since)) > groundMetres))
			since = index;
		const lasting = time - at(fixes.times, since);
		if (span === null && lasting >= airSeconds) {
			span = { first: since, last: index, takeOff: hasStood ? since : null, landing: null };
			since = null;
		} else if (span !== null && lasting >= Math.max(groundSeconds, groundFixes * step)) {
			spans.push({ ...span, last: since, landing: since });
			span = null;
			since = null;
			hasStood = true;
		}
	}
	if (span !== null) {
		const end = at(indices, indices.length - 1);
		const hasLanded = since !== null && at(fixes.times, end) - at(fixes.times, since) >= finalGroundSeconds;
		spans.push(
			hasLanded && since !== null ? { ...span, last: since, landing: since } : { ...span, last: end },
		);
	}
	return spans;
}

/** Whether a glider is after a gap where it was before. */
function isSamePlace({ fixes, indices, metres }: Flown, position: number): boolean {
	const [from, to] = [at(indices, position - 1), at(indices, position)];
	return (
		metresBetween(fixes, from, to) <= samePlace && Math.abs(at(metres, to) - at(metres, from)) <= groundMetres
	);
}

/** A car stands for half a minute before the launch and after the landing; the error of positions looks like so many metres a second. */
const standSeconds = 30;
const standSpeed = 1;

/** Shortens a span by the drives in it: parts without height between stands, before the first part with any and after the last. */
function withoutDrives(span: AirborneSpan, flown: Flown): AirborneSpan {
	const { indices, speeds } = flown;
	const [begin, end] = positionsOfSpan(indices, span);
	const stands = standsWithin(flown, begin, end);
	if (stands.length === 0) return span;
	const parts = [...stands.map(({ from }) => from), end].map((until, part) => ({
		from: stands[part - 1]?.until ?? begin,
		until,
	}));
	const isFlown = parts.map(({ from, until }) => !isLevel(flown, Math.max(begin, from - 1), until));
	const [first, last] = [isFlown.indexOf(true), isFlown.lastIndexOf(true)];
	if (first < 0) return span;
	let { takeOff, landing } = span;
	if (first > 0) {
		const part = parts[first] ?? { from: begin, until: end };
		let position = part.from;
		while (position + 1 < part.until && !(at(speeds, position) >= airSpeed)) position++;
		takeOff = at(indices, position);
	}
	if (last < parts.length - 1) {
		const part = parts[last] ?? { from: begin, until: end };
		let position = part.until + 1;
		while (position - 1 > part.from && at(speeds, position - 1) < groundSpeed) position--;
		landing = at(indices, position);
	}
	return {
		first: first > 0 ? (takeOff ?? span.first) : span.first,
		last: last < parts.length - 1 ? (landing ?? span.last) : span.last,
		takeOff,
		landing,
	};
}

/** Positions of the first fix of a part of a log, and of the first one after it. */
interface Part {
	readonly from: number;
	readonly until: number;
}

/** The times at which something stands at one altitude; a gap that ends where it began is one of them. */
function standsWithin(flown: Flown, begin: number, end: number): Part[] {
	const { fixes, indices, metres, speeds } = flown;
	const stands: Part[] = [];
	let from: number | null = null;
	for (let position = begin + 1; position <= end; position++) {
		const isStanding: boolean =
			position < end &&
			(Number.isNaN(at(speeds, position))
				? isSamePlace(flown, position)
				: at(speeds, position) < standSpeed) &&
			Math.abs(at(metres, at(indices, position)) - at(metres, at(indices, from ?? position))) <= groundMetres;
		if (isStanding) {
			from ??= position - 1;
			continue;
		}
		if (from !== null) {
			const seconds = at(fixes.times, at(indices, position - 1)) - at(fixes.times, at(indices, from));
			if (seconds >= standSeconds) stands.push({ from, until: position });
		}
		from = null;
	}
	return stands;
}

/** A glider rises or falls by so many metres within so many seconds, after its take-off too. A drive on a road seldom does. */
const climbMetres = 100;
const climbSeconds = 180;

/** Whether the altitude hardly changes in any three minutes of a part of a log. @param end position after its last fix */
function isLevel({ fixes, indices, metres }: Flown, begin: number, end: number): boolean {
	const [lowest, highest] = [new Extremes(end - begin), new Extremes(end - begin)];
	for (let position = begin; position < end; position++) {
		const index = at(indices, position);
		const [time, altitude] = [at(fixes.times, index), at(metres, index)];
		if (!isPlausibleAltitude(altitude)) continue;
		lowest.add(time, -altitude, time - climbSeconds);
		highest.add(time, altitude, time - climbSeconds);
		if (highest.most + lowest.most >= climbMetres) return false;
	}
	return true;
}

/** The highest of the values of the last minutes, each of which comes and goes once. */
class Extremes {
	readonly #times: Float64Array;
	readonly #values: Float64Array;
	#first = 0;
	#end = 0;

	constructor(size: number) {
		this.#times = new Float64Array(size);
		this.#values = new Float64Array(size);
	}

	get most(): number {
		return at(this.#values, this.#first);
	}

	/** @param since time before which values no longer count */
	add(time: number, value: number, since: number): void {
		while (this.#end > this.#first && at(this.#values, this.#end - 1) <= value) this.#end--;
		this.#times[this.#end] = time;
		this.#values[this.#end++] = value;
		while (at(this.#times, this.#first) < since) this.#first++;
	}
}

/** Most spans of a log that are evaluated. Nobody is launched more often in a day. */
const mostSpans = 20;

/** Returns the longest spans, in the order of time. */
export function longestSpans({ times }: Fixes, spans: readonly AirborneSpan[]): readonly AirborneSpan[] {
	if (spans.length <= mostSpans) return spans;
	const secondsOf = ({ first, last }: AirborneSpan) => at(times, last) - at(times, first);
	const longest = new Set(spans.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, mostSpans));
	return spans.filter((span) => longest.has(span));
}

/** Positions, in ascending indices, of the first fix of a span and of the first fix after it. */
export function positionsOfSpan(indices: Uint32Array, span: AirborneSpan): readonly [number, number] {
	return [firstFrom(indices, span.first), firstFrom(indices, span.last + 1)];
}

/** Position of the first index that is not below another one. */
function firstFrom(indices: Uint32Array, index: number): number {
	let [low, high] = [0, indices.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (at(indices, middle) < index) low = middle + 1;
		else high = middle;
	}
	return low;
}

function climbs(span: AirborneSpan, fixes: Fixes, metres: Int32Array): boolean {
	const start = at(metres, span.first);
	const until = at(fixes.times, span.first) + climbSeconds;
	for (let index = span.first; index <= span.last && at(fixes.times, index) <= until; index++)
		if (at(metres, index) - start >= climbMetres) return true;
	return false;
}
