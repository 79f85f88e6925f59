import { secondsOf } from "~/lib/editions/clock-times";
import { instantOf } from "~/lib/editions/prague-time";
import { LocalPlane, legBetween, type Position } from "~/lib/maps/geodesy";
import { finishReduction, legsOf } from "~/lib/tasks/task-distances";
import { lineCrossing, partsInside, type Segment } from "~/lib/tasks/zone-crossings";
import { isInside, type OrientedZone, orientZones } from "~/lib/tasks/zones";
import type { Task } from "~db/schema";

/** A position at a time, in milliseconds since 1970. */
interface ProgressFix extends Position {
	readonly at: number;
}

/**
 * What a glider has done of the task of its day. It survives JSON. Times are milliseconds since 1970. A launch after a landing begins with
 * none again.
 */
export interface TaskProgress extends ProgressFix {
	/** The last start after the opening; null before it. */
	readonly startedAt: number | null;
	/** When each turn point was reached or each area entered, in order. */
	readonly reachedAt: readonly number[];
	/** The best place so far in each entered area; empty for a racing task. */
	readonly credited: readonly Position[];
	readonly finishedAt: number | null;
}

/** What `advance` needs to know of a task. It is made once for a task, not for each position. */
export interface FlownRace {
	readonly kind: Task["kind"];
	readonly points: readonly (OrientedZone & { readonly plane: LocalPlane })[];
	readonly earth: Task["scoring"]["earth"];
	/** Metres of the legs, centre to centre, and what comes off the last one of a finisher. */
	readonly legs: readonly number[];
	readonly reduction: number;
	/** Null without an opening of the start. */
	readonly opensAt: number | null;
}

/** @param date local date of the competition day */
export function flownRace(
	{ kind, points, rules, scoring }: Pick<Task, "kind" | "points" | "rules" | "scoring">,
	date: string,
): FlownRace {
	const opens = secondsOf(rules.startOpens);
	return {
		kind,
		points: orientZones(points).map((zone) => ({ ...zone, plane: new LocalPlane(zone.centre) })),
		earth: scoring.earth,
		legs: legsOf(points, scoring.earth).map(({ distanceM }) => distanceM),
		reduction: finishReduction(points, scoring.subtractFinishRadius),
		opensAt: opens === null ? null : instantOf(date, opens).getTime(),
	};
}

/**
 * Returns the progress after one more position. The way between two positions counts as a straight line, as when a log is scored; near
 * misses, heights and speeds of a start are for the scoring. A position that is no later than the last one changes nothing.
 * @param progress null before the first position
 */
export function advance(progress: TaskProgress | null, fix: ProgressFix, race: FlownRace): TaskProgress {
	const { at, latitude, longitude } = fix;
	if (!progress)
		return { at, latitude, longitude, startedAt: null, reachedAt: [], credited: [], finishedAt: null };
	if (at <= progress.at) return progress;
	const moved = { ...progress, at, latitude, longitude };
	if (progress.finishedAt !== null) return moved;
	// Who crosses the line once more has not begun before; at the first turn point it is decided.
	const again = progress.reachedAt.length === 0 ? startOn(race, progress, fix) : null;
	const startedAt = again ?? progress.startedAt;
	if (startedAt === null) return moved;
	const reachedAt = reachedOn(race, progress, fix, Math.max(startedAt, progress.at));
	const credited = race.kind === "AAT" ? creditedAfter(race, { ...progress, reachedAt }, fix) : [];
	return { ...moved, startedAt, reachedAt, credited, finishedAt: finishOn(race, progress, fix, reachedAt) };
}

type Point = FlownRace["points"][number];

interface Stay {
	readonly enter: number;
	readonly exit: number;
	/** Whether the way ends inside, so that the exit is none. */
	readonly isOpen: boolean;
	/** As in `lineCrossing`; null for an area. */
	readonly alongAxis: boolean | null;
}

/** The stays of a straight way in a zone, in order of time. */
function staysOn(point: Point, from: ProgressFix, to: ProgressFix): Stay[] {
	const [first, last] = [from, to].map(({ latitude, longitude }) => point.plane.project(latitude, longitude));
	if (!first || !last) return [];
	const segment: Segment = {
		fromEast: first.east,
		fromNorth: first.north,
		toEast: last.east,
		toNorth: last.north,
	};
	const timeAt = (share: number) => from.at + share * (to.at - from.at);
	if (point.zone.shape === "line") {
		const crossing = lineCrossing(point, segment);
		if (!crossing) return [];
		const time = timeAt(crossing.share);
		return [{ enter: time, exit: time, isOpen: false, alongAxis: crossing.alongAxis }];
	}
	return partsInside(point, segment).map((part) => ({
		enter: timeAt(part.from),
		exit: timeAt(part.to),
		isOpen: part.to === 1,
		alongAxis: null,
	}));
}

/** The last start on a way: over a line towards the first point, or out of an area. */
function startOn({ points: [start], opensAt }: FlownRace, from: ProgressFix, to: ProgressFix): number | null {
	if (!start) return null;
	const starts = staysOn(start, from, to).filter(
		({ alongAxis, isOpen, exit }) => alongAxis !== true && !isOpen && exit >= (opensAt ?? exit),
	);
	return starts.at(-1)?.exit ?? null;
}

/** @param since when the glider was on the way to its next point, at the earliest */
function reachedOn({ points }: FlownRace, from: TaskProgress, to: ProgressFix, since: number): number[] {
	const reached = [...from.reachedAt];
	let time = since;
	for (const point of points.slice(reached.length + 1, -1)) {
		const stay = staysOn(point, from, to).find(({ exit }) => exit >= time);
		if (!stay) break;
		time = Math.max(time, stay.enter);
		reached.push(time);
	}
	return reached;
}

function finishOn(
	{ points }: FlownRace,
	from: TaskProgress,
	to: ProgressFix,
	reachedAt: readonly number[],
): number | null {
	const finish = points.at(-1);
	if (!finish || reachedAt.length < points.length - 2) return null;
	const since = Math.max(reachedAt.at(-1) ?? from.at, from.at);
	const stay = staysOn(finish, from, to).find(({ alongAxis, exit }) => alongAxis !== false && exit >= since);
	return stay ? Math.max(since, stay.enter) : null;
}

/** The best places after one more position: those of earlier areas stay, as no glider flies back for them. */
function creditedAfter(race: FlownRace, from: TaskProgress, to: ProgressFix): Position[] {
	const { points, earth } = race;
	const places = [...from.credited];
	for (let area = places.length; area < from.reachedAt.length; area++)
		places.push(placeAt(from, to, from.reachedAt[area] ?? to.at));
	const area = points[places.length];
	const next = points[places.length + 1];
	const last = places.at(-1);
	if (!area || !next || !last) return places;
	const before = places.at(-2) ?? points[0]?.centre ?? last;
	const worth = (place: Position) =>
		legBetween(earth, before, place).distanceM + legBetween(earth, place, next.centre).distanceM;
	const { east, north } = area.plane.project(to.latitude, to.longitude);
	if (isInside(area, east, north) && worth(to) > worth(last))
		places[places.length - 1] = { latitude: to.latitude, longitude: to.longitude };
	return places;
}

/** Where a glider was at a time between two positions. */
function placeAt(from: ProgressFix, to: ProgressFix, time: number): Position {
	const share = (time - from.at) / (to.at - from.at);
	return {
		latitude: from.latitude + share * (to.latitude - from.latitude),
		longitude: from.longitude + share * (to.longitude - from.longitude),
	};
}

interface ProgressDistance {
	readonly doneM: number;
	/** What is left to the finish; null for an area task, whose pilots choose their distance. */
	readonly leftM: number | null;
}

/** How far a glider has come. Before the start it is nothing. */
export function distanceOf(progress: TaskProgress, race: FlownRace): ProgressDistance {
	return race.kind === "AAT" ? areaDistance(progress, race) : raceDistance(progress, race);
}

const lengthOf = (legs: readonly number[]) => legs.reduce((sum, leg) => sum + leg, 0);

function raceDistance(progress: TaskProgress, { points, legs, reduction, earth }: FlownRace) {
	const whole = Math.max(0, lengthOf(legs) - reduction);
	if (progress.startedAt === null) return { doneM: 0, leftM: whole };
	if (progress.finishedAt !== null) return { doneM: whole, leftM: 0 };
	const next = points[progress.reachedAt.length + 1];
	const toNext = next ? legBetween(earth, progress, next.centre).distanceM : 0;
	const rest = toNext + lengthOf(legs.slice(progress.reachedAt.length + 1)) - reduction;
	const leftM = Math.min(whole, Math.max(0, rest));
	return { doneM: whole - leftM, leftM };
}

function areaDistance(progress: TaskProgress, { points, reduction, earth }: FlownRace) {
	const [start] = points;
	if (progress.startedAt === null || !start) return { doneM: 0, leftM: null };
	const way = [start.centre, ...progress.credited];
	const last = way.at(-1) ?? start.centre;
	const flown = lengthOf(legsOf(way, earth).map(({ distanceM }) => distanceM));
	const next = points[way.length]?.centre ?? last;
	const leg = legBetween(earth, last, next).distanceM;
	const onLeg =
		progress.finishedAt === null ? leg - legBetween(earth, progress, next).distanceM : leg - reduction;
	return { doneM: flown + Math.max(0, onLeg), leftM: null };
}
