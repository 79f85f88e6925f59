import { fixBefore, heightAt } from "~/lib/flights/igc-file/track";
import { LocalPlane, legBetween, radiansPerDegree } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { isInside, type OrientedZone } from "~/lib/tasks/zones";
import { fastestKmh, type Observation } from "../flight-result";
import { type FlownTask, pevFindings } from "./flown-task";
import { type Approach, nearMisses } from "./near-misses";
import { firstFrom, type Passage } from "./zone-passages";

export interface StartCandidate {
	/** Whole seconds of the track. */
	readonly time: number;
	readonly heightM: number;
	readonly speedKmh: number;
	readonly findings: readonly Observation[];
}

/** Points for each metre, and the metres above which a start is not valid. */
const high = { points: 1, most: 100 };
/** Points for each km/h, and the km/h above which a start is not valid. */
const fast = { points: 2, most: 50 };
const lineMissedPoints = 50;
/** Seconds before and after the start over which its ground speed is measured. */
const speedWindow = 4;

/** Steps of a fix that may be near the line, and of one that may be behind it. */
const [stepsOfNearFix, stepsOfSide] = [8, 4];
/** Steps of the height of a start, and of its speed. */
const [stepsOfHeight, stepsOfSpeed] = [30, 150];

/**
 * The share of the task that any glider could still fly after a start. It is less than 1 when a pilot circles over the line before
 * landing.
 */
export function shareAfter({ track, legs }: FlownTask, time: number): number {
	const seconds = at(track.times, track.length - 1) - time;
	return (seconds * (fastestKmh / 3.6)) / legs.reduce((sum, leg) => sum + leg, 0);
}

/**
 * Returns the last starts that a scorer could accept, the last one first. Starts that leave no time for the task are added only
 * when there are too few others.
 * @param most starts
 * @param until the first complete task; no start after it counts (Annex A 2025, 7.4.3.6)
 */
export function startCandidates(flown: FlownTask, most: number, until: number): StartCandidate[] {
	const crossed = crossingsInTime(flown).filter((crossing) => timeOf(crossing) <= until);
	const inTime = crossed.filter((crossing) => shareAfter(flown, timeOf(crossing)) >= 1);
	const valid: StartCandidate[] = [];
	for (const crossing of [...inTime.toReversed(), ...crossed.slice(inTime.length).toReversed()]) {
		if (valid.length >= most) break;
		valid.push(...startOver(flown, crossing));
	}
	const missed = startsMissed(flown).slice(-most).toReversed();
	return [...valid.toSorted((a, b) => b.time - a.time).slice(0, most - missed.length), ...missed];
}

/** The starts that a scorer could accept, in order of time. */
export function* startsInOrder(flown: FlownTask): Generator<StartCandidate> {
	yield* startsMissed(flown);
	for (const crossing of crossingsInTime(flown)) yield* startOver(flown, crossing);
}

/** The crossings after the opening. */
function crossingsInTime(flown: FlownTask): Passage[] {
	return crossings(flown).filter((crossing) => timeOf(crossing) >= flown.opens);
}

function startOver(flown: FlownTask, crossing: Passage): StartCandidate[] {
	const isLine = flown.points[0]?.zone.shape === "line";
	return startAt(flown, timeOf(crossing), isLine ? gapFindings(crossing.gapS) : []);
}

/** Found once for a flight, which asks for them twice. */
const missedOf = new WeakMap<FlownTask, readonly StartCandidate[]>();

/** Starts that missed the line, in order of time; none where a start over it came before the first zone. */
function startsMissed(flown: FlownTask): readonly StartCandidate[] {
	const known = missedOf.get(flown);
	if (known) return known;
	const missed = findMissed(flown);
	missedOf.set(flown, missed);
	return missed;
}

function findMissed(flown: FlownTask): StartCandidate[] {
	const [line] = flown.points;
	const to = firstZone(flown);
	if (!line || to < flown.opens) return [];
	const before = crossingsInTime(flown).filter((crossing) => timeOf(crossing) <= to);
	if (before.some((crossing) => startOver(flown, crossing).length > 0)) return [];
	const span = { from: Math.max(flown.opens, backBehind(flown)), to };
	flown.budget.spend(flown.track.length * stepsOfNearFix);
	// Crossings do not count here: they were too early, too high or in the wrong direction. Launch and landing do not count either.
	return nearMisses(flown.track, line, [], span)
		.filter(({ touchesGround }) => !touchesGround)
		.flatMap(({ fixes }) => startsBeside(flown, fixes).toReversed());
}

/**
 * Time at which the first zone is reached: what comes later is on the way, or on the way home. Who was there only before the opening has
 * begun too early.
 */
function firstZone({ passages, opens }: FlownTask): number {
	const zone = passages[1] ?? [];
	return (firstFrom(zone, opens) ?? zone[0])?.enter ?? Number.POSITIVE_INFINITY;
}

/**
 * Time at which the glider is behind the line again, or in the area of the start, after its last start before the opening. Without such a
 * start, any time is.
 */
function backBehind(flown: FlownTask): number {
	const early = earlyStart(flown);
	const [line] = flown.points;
	if (early === null || !line) return Number.NEGATIVE_INFINITY;
	const { track } = flown;
	const plane = new LocalPlane(line.centre);
	const first = fixBefore(track, early) + 1;
	flown.budget.spend((track.length - first) * stepsOfSide);
	for (let fix = first; fix < track.length; fix++) {
		const { east, north } = plane.project(at(track.latitudes, fix), at(track.longitudes, fix));
		if (isBehind(line, east, north)) return at(track.times, fix);
	}
	return Number.POSITIVE_INFINITY;
}

/** Whether a place is where starts come from: on the far side of a line, or in an area. */
function isBehind(start: OrientedZone, east: number, north: number): boolean {
	if (start.zone.shape !== "line") return isInside(start, east, north);
	const direction = start.axisDeg * radiansPerDegree;
	return east * Math.sin(direction) + north * Math.cos(direction) > 0;
}

/** The last fix near the line that is a start, and the last one that breaks no limit. */
function startsBeside(flown: FlownTask, fixes: readonly Approach[]): StartCandidate[] {
	let first: StartCandidate | null = null;
	for (const { time, missedM } of fixes.toReversed()) {
		const missed = {
			kind: "startLineMissed",
			value: Math.round(missedM),
			proposedPoints: lineMissedPoints,
		} as const;
		const [start] = startAt(flown, time, [missed]);
		if (!start) continue;
		if (!start.findings.some(({ kind }) => kind === "startHigh" || kind === "startTooFast"))
			return first ? [start, first] : [start];
		first ??= start;
	}
	return first ? [first] : [];
}

/**
 * The limits that the last crossing after the opening broke, so that it is not a start: it was too high or too fast. Nothing is
 * proposed.
 */
export function brokenLimits(flown: FlownTask): (Observation & { readonly time: number })[] {
	const last = crossings(flown).findLast((crossing) => timeOf(crossing) >= flown.opens);
	if (!last) return [];
	const time = timeOf(last);
	const [{ above }, { over }] = [heightOf(flown, time), speedOf(flown, time)];
	const found = { time, proposedPoints: 0 };
	return [
		...(above > high.most ? [{ kind: "startHigh" as const, value: above, ...found }] : []),
		...(over > fast.most ? [{ kind: "startTooFast" as const, value: over, ...found }] : []),
	];
}

/** The last start before the opening; null when there is none. */
export function earlyStart(flown: FlownTask): number | null {
	const last = crossings(flown).findLast((crossing) => timeOf(crossing) < flown.opens);
	return last ? timeOf(last) : null;
}

/** Crossings of a line towards the first point, or departures from an area. */
function crossings({ passages, points, track }: FlownTask): Passage[] {
	const isLine = points[0]?.zone.shape === "line";
	const end = at(track.times, track.length - 1);
	return (passages[0] ?? []).filter(({ alongAxis, exit }) => (isLine ? alongAxis === false : exit < end));
}

/** Whole seconds of the track. */
function timeOf({ exit }: Passage): number {
	return Math.round(exit);
}

function gapFindings(gapS: number): Observation[] {
	return gapS > 0 ? [{ kind: "gap", value: gapS, proposedPoints: 0 }] : [];
}

/** Returns no start when it breaks a rule by more than a penalty allows. */
function startAt(flown: FlownTask, exactTime: number, found: readonly Observation[]): StartCandidate[] {
	flown.budget.spend(stepsOfHeight);
	const { heightM, above } = heightOf(flown, exactTime);
	if (above > high.most) return [];
	flown.budget.spend(stepsOfSpeed);
	const { speedKmh, over } = speedOf(flown, exactTime);
	if (over > fast.most) return [];
	const time = Math.round(exactTime);
	const findings = [...found, ...pevFindings(flown.task.rules.pev, flown.presses, time)];
	if (above > 0) findings.push({ kind: "startHigh", value: above, proposedPoints: above * high.points });
	if (over > 0) findings.push({ kind: "startTooFast", value: over, proposedPoints: over * fast.points });
	return [{ time, heightM, speedKmh, findings }];
}

/** The height of a start, and the metres by which it is above the limit. */
function heightOf({ task, track }: FlownTask, time: number) {
	const { startAltitudeM } = task.rules;
	const heightM = Math.round(heightAt(track, time));
	return { heightM, above: startAltitudeM === null ? 0 : heightM - startAltitudeM };
}

/** The ground speed of a start, and the km/h by which it is over the limit. */
function speedOf(flown: FlownTask, time: number) {
	const { startSpeedKmh } = flown.task.rules;
	const speedKmh = Math.round(groundSpeed(flown, time));
	return { speedKmh, over: startSpeedKmh === null ? 0 : speedKmh - startSpeedKmh };
}

/** Km/h between the fixes some seconds before and after. */
function groundSpeed({ track }: FlownTask, time: number): number {
	const from = fixBefore(track, time - speedWindow);
	let to = Math.min(track.length - 1, fixBefore(track, time) + 1);
	while (to + 1 < track.length && at(track.times, to) < time + speedWindow) to++;
	const seconds = at(track.times, to) - at(track.times, from);
	const place = (index: number) => ({
		latitude: at(track.latitudes, index),
		longitude: at(track.longitudes, index),
	});
	return seconds > 0 ? (legBetween("wgs84", place(from), place(to)).distanceM / seconds) * 3.6 : 0;
}
