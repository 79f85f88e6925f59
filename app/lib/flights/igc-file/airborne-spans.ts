import { at } from "~/lib/numbers";
import { type Fixes, gapSeconds } from "./flight-log";
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
/** After a take-off a glider climbs this many metres within this many seconds. A drive on a road seldom does. */
const climbMetres = 100;
const climbSeconds = 180;

/**
 * Finds the times in the air by ground speed. The threshold is higher for take-off than for landing, so that slow circling in wind
 * does not look like a landing. Spans that never climb, such as the drive home, are dropped when others do.
 */
export function airborneSpans(fixes: Fixes, indices: Uint32Array, metres: Int32Array): AirborneSpan[] {
	const spans: AirborneSpan[] = [];
	let span: AirborneSpan | null = null;
	/** Fix at which the suspected take-off or landing began. */
	let since: number | null = null;
	let hasStood = false;
	let windowStart = 0;
	for (let position = 1; position < indices.length; position++) {
		const index = at(indices, position);
		const time = at(fixes.times, index);
		const step = time - at(fixes.times, at(indices, position - 1));
		if (step < 0 || step > gapSeconds) {
			windowStart = position;
			since = null;
			continue;
		}
		while (
			windowStart + 1 < position &&
			time - at(fixes.times, at(indices, windowStart + 1)) >= windowSeconds
		)
			windowStart++;
		const from = at(indices, windowStart);
		const seconds = time - at(fixes.times, from);
		if (seconds <= 0) continue;
		const speed = metresBetween(fixes, from, index) / seconds;
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
	const climbing = spans.filter((each) => each.takeOff === null || climbs(each, fixes, metres));
	return climbing.length > 0 ? climbing : spans;
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
