import { secondsOf } from "~/lib/editions/clock-times";
import { instantOf } from "~/lib/editions/prague-time";
import type { AirborneSpan } from "~/lib/flights/igc-file/airborne-spans";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { type Track, trackOf } from "~/lib/flights/igc-file/track";
import { LocalPlane, legBetween, type Position } from "~/lib/maps/geodesy";
import type { Terrain } from "~/lib/maps/terrain/terrain";
import { at } from "~/lib/numbers";
import { finishReduction, legsOf } from "~/lib/tasks/task-distances";
import { type OrientedZone, orientZones } from "~/lib/tasks/zones";
import type { PevRule, Task } from "~db/schema";
import type { Edition } from "~editions/schema";
import type { Observation } from "../flight-result";
import { type ContestSite, contestSite, nearSite, sameField } from "./contest-site";
import { type NearMiss, nearMisses } from "./near-misses";
import type { StepBudget } from "./step-budget";
import { type Passage, passagesOf } from "./zone-passages";

export interface TaskOfDay {
	readonly task: Task;
	/** The competition day, a local date. */
	readonly date: string;
	readonly airfield: Edition["airfield"];
	/** Without it, airspace above ground is not judged. */
	readonly terrain?: Terrain | null;
}

/** A time in the air together with the task. It is all that the steps of the evaluation use. */
export interface FlownTask {
	readonly task: Task;
	readonly track: Track;
	/** Whether the flight was launched at the contest site; so is one whose recording begins in the air. */
	readonly isLaunch: boolean;
	/** How far from the contest site it landed, as `ContestSite` measures; null when the recording ends in the air. */
	readonly landedM: number | null;
	readonly points: readonly OrientedZone[];
	/** Passages of each point. For a finish line they are those that finish. */
	readonly passages: readonly (readonly Passage[])[];
	/**
	 * Near misses of each point, and the squared distances in metres from its centre to every fix. Many starts share them; a flight
	 * that finishes needs none.
	 */
	readonly misses: (point: number) => readonly NearMiss[];
	readonly squares: (point: number) => Float64Array;
	/** Metres of the legs, centre to centre, and the metres subtracted from the last leg of a finisher. */
	readonly legs: readonly number[];
	readonly reduction: number;
	/** When the start opens and the finish closes, in the time of the track; without a rule there is no limit. */
	readonly opens: number;
	readonly closes: number;
	/** Presses of the event marker that count. */
	readonly presses: readonly number[];
	/** Budget of the flight, which its other spans share. */
	readonly budget: StepBudget;
}

/** Steps of a fix whose way to a point is asked for. */
const stepsOfFix = 2;

/** @throws BeyondBudget, like all functions that are given the flown task */
export function flownTask(
	{ task, date, airfield }: TaskOfDay,
	flight: Flight,
	span: AirborneSpan,
	budget: StepBudget,
): FlownTask {
	const track = trackOf(flight, span, fieldElevation({ task, airfield }, flight));
	const points = orientZones(task.points);
	budget.spend(track.length);
	const passages = points.map((point, index) =>
		passagesOf(track, point, budget).filter(
			({ alongAxis }) => index < points.length - 1 || alongAxis !== false,
		),
	);
	const whole = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
	const site = siteOf({ task, airfield }, flight);
	const took = span.takeOff === null ? 0 : site.metresFrom(placeOf(flight, span.takeOff));
	return {
		task,
		track,
		isLaunch: took <= nearSite,
		landedM: span.landing === null ? null : site.metresFrom(placeOf(flight, span.landing)),
		points,
		passages,
		misses: once((point) => {
			const placed = points[point];
			budget.spend(track.length * stepsOfFix);
			return placed ? nearMisses(track, placed, passages[point] ?? [], whole) : [];
		}),
		squares: once((point) => {
			budget.spend(track.length);
			return squaresTo(track, task.points[point] ?? airfield);
		}),
		// Without the extremes of areas, which `taskDistances` computes: they take longer than the flight.
		legs: legsOf(task.points, task.scoring.earth).map(({ distanceM }) => distanceM),
		reduction: finishReduction(task.points, task.scoring.subtractFinishRadius),
		...limitsOf(task, date, flight.log.date),
		presses: countedPresses(task.rules.pev, flight.log.events),
		budget,
	};
}

function siteOf({ task, airfield }: Pick<TaskOfDay, "task" | "airfield">, flight: Flight): ContestSite {
	const takeOffs = flight.spans.flatMap(({ takeOff }) =>
		takeOff === null ? [] : [placeOf(flight, takeOff)],
	);
	return contestSite(airfield, task.points.at(-1) ?? airfield, takeOffs);
}

function placeOf({ fixes }: Flight, fix: number): Position {
	return { latitude: at(fixes.latitudes, fix), longitude: at(fixes.longitudes, fix) };
}

/**
 * Elevation in metres above sea level of the field of the take-off. A day may be flown from another airfield than the edition's.
 * The nearest point of the task then gives the elevation.
 */
export function fieldElevation(
	{ task, airfield }: Pick<TaskOfDay, "task" | "airfield">,
	flight: Flight,
): number {
	if (flight.takeOff === null) return airfield.elevation;
	const place = placeOf(flight, flight.takeOff);
	const metresTo = (field: Position) => legBetween("wgs84", place, field).distanceM;
	if (metresTo(airfield) <= sameField) return airfield.elevation;
	const [nearest] = task.points
		.flatMap((point) =>
			point.elevationM === null ? [] : [{ elevation: point.elevationM, metres: metresTo(point) }],
		)
		.filter(({ metres }) => metres <= sameField)
		.sort((one, other) => one.metres - other.metres);
	return nearest?.elevation ?? airfield.elevation;
}

/** Makes the value of each point at most once. */
function once<T>(make: (point: number) => T): (point: number) => T {
	const made = new Map<number, T>();
	return (point) => {
		const value = made.get(point) ?? make(point);
		made.set(point, value);
		return value;
	};
}

function squaresTo({ latitudes, longitudes, length }: Track, centre: Position): Float64Array {
	const plane = new LocalPlane(centre);
	const squares = new Float64Array(length);
	for (let fix = 0; fix < length; fix++) {
		const { east, north } = plane.project(at(latitudes, fix), at(longitudes, fix));
		squares[fix] = east * east + north * north;
	}
	return squares;
}

function limitsOf({ rules }: Task, date: string, logDate: string) {
	const midnight = Date.parse(`${logDate}T00:00:00Z`);
	const timeOf = (clock: string | null) => {
		const seconds = secondsOf(clock);
		return seconds === null ? null : (instantOf(date, seconds).getTime() - midnight) / 1000;
	};
	return {
		opens: timeOf(rules.startOpens) ?? Number.NEGATIVE_INFINITY,
		closes: timeOf(rules.finishCloses) ?? Number.POSITIVE_INFINITY,
	};
}

/** Seconds within which presses are one (Annex A 2025, 7.4). */
const onePress = 30;
const mostPresses = 3;
/** Points without a press, and at most for a start outside the window. */
const mostPoints = 60;

/**
 * The last press before the start opens the window that counts: it replaces the windows of earlier ones.
 * @param presses as `countedPresses` gives them
 */
export function pevFindings(rule: PevRule | null, presses: readonly number[], start: number): Observation[] {
	if (rule === null) return [];
	const press = presses.findLast((time) => time <= start);
	if (press === undefined) return [{ kind: "pevMissing", value: null, proposedPoints: mostPoints }];
	const opens = press + rule.waitS;
	const late = rule.windowS === null ? 0 : start - (opens + rule.windowS);
	const outside = Math.max(opens - start, late);
	if (outside <= 0) return [];
	return [{ kind: "pevOutside", value: outside, proposedPoints: Math.min(mostPoints, outside) }];
}

/** Times of the presses that count, in order. @param events times of all presses */
function countedPresses(rule: PevRule | null, events: readonly number[]): number[] {
	if (rule === null) return [];
	const counted: number[] = [];
	for (const time of events.toSorted((a, b) => a - b)) {
		const last = counted.at(-1);
		if (last === undefined || time - last > onePress) counted.push(time);
	}
	return counted.slice(0, Math.min(mostPresses, rule.presses));
}
