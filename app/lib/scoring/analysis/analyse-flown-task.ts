import { type FlightPhase, isSparse, motionOf, phasesOf } from "~/lib/flights/analysis/climbs-and-glides";
import { climbOf } from "~/lib/flights/analysis/measure-climb";
import { windsOf, windsOfClimb } from "~/lib/flights/analysis/wind";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { fixBefore, heightAt, type Track, trackOf } from "~/lib/flights/igc-file/track";
import { legBetween } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { finishReduction } from "~/lib/tasks/task-distances";
import type { FlightAnalysis, FlightResult, FlownLeg, Task, WholeFlight } from "~db/schema";
import { fieldElevation, type TaskOfDay } from "../evaluation/flown-task";
import type { StepBudget } from "../evaluation/step-budget";
import { flownBetween, type Stretch } from "./flown-stretch";

/**
 * Version of the analysis, raised by every change of a figure. It changes no points, so stored analyses stay until their log is
 * evaluated again.
 */
const analysisVersion = "4";

const mostClimbs = 100;
/** Steps of a fix. */
const stepsOfFix = 12;

/**
 * Analyses where the time of a flight went. Returns null without a track.
 * @param result of the flight against the task
 * @throws BeyondBudget
 */
export function analyseFlownTask(
	day: TaskOfDay,
	flight: Flight,
	result: FlightResult,
	budget: StepBudget,
): FlightAnalysis | null {
	const midnight = momentOf(flight.log.date, 0);
	const toTime = (moment: number) => (moment - midnight) / 1000;
	const toMoment = (time: number) => midnight + Math.round(time) * 1000;
	const track = trackOfStart(day, flight, result.start && toTime(result.start.at), budget);
	if (!track) return null;
	const span = spanOf(track, result, toTime);
	const sparse = isSparse(track);
	budget.spend(track.length * stepsOfFix);
	const motion = motionOf(track);
	const phases: readonly FlightPhase[] = sparse ? [] : phasesOf(track, motion);
	const stretches = legsOf(day.task, result, track, toTime);
	budget.spend((stretches.length + 1) * (phases.length + 1));
	const legs = stretches.map((leg): FlownLeg => {
		const { point, isComplete, creditedM } = leg;
		const flown = flownBetween(track, motion, phases, leg);
		return { point, isComplete, from: toMoment(leg.from), to: toMoment(leg.to), creditedM, ...flown };
	});
	const inside = phases.filter(
		({ kind, first, last }) =>
			kind === "climb" && at(track.times, last) > span.from && at(track.times, first) < span.to,
	);
	const climbs = inside
		.toSorted((one, other) => gainOf(track, other) - gainOf(track, one))
		.slice(0, mostClimbs)
		.sort((one, other) => one.first - other.first);
	const whole = {
		...flownBetween(track, motion, phases, { ...span, creditedM: 0 }),
		bestThird: bestThirdOf(track, climbs),
		...extremesOf(track, span),
	};
	return {
		version: analysisVersion,
		isSparse: sparse,
		from: toMoment(span.from),
		to: toMoment(span.to),
		legs,
		climbs: climbs.map((climb) => climbOf(track, motion, climb, toMoment)),
		whole,
		winds: windsOf(
			climbs.flatMap((climb) => windsOfClimb(track, motion, climb)),
			whole.lowestM,
			whole.highestM,
			toMoment,
		),
	};
}

function gainOf({ heights }: Track, { first, last }: FlightPhase): number {
	return at(heights, last) - at(heights, first);
}

/** The track of the time in the air that has the start, or else of the longest one. */
function trackOfStart(
	day: TaskOfDay,
	flight: Flight,
	start: number | null,
	budget: StepBudget,
): Track | null {
	const { times } = flight.fixes;
	const secondsOf = ({ first, last }: Flight["spans"][number]) => at(times, last) - at(times, first);
	const [longest] = flight.spans.toSorted((one, other) => secondsOf(other) - secondsOf(one));
	const span =
		flight.spans.findLast(
			({ first, last }) => start !== null && at(times, first) <= start && start <= at(times, last),
		) ?? longest;
	if (!span) return null;
	budget.spend(span.last - span.first + 1);
	const track = trackOf(flight, span, fieldElevation(day, flight));
	return track.length > 1 ? track : null;
}

/** The time from the start to the finish or to the place that scores; without a start, all of the track. */
function spanOf(
	track: Track,
	{ start, finish, position }: FlightResult,
	toTime: (moment: number) => number,
): { readonly from: number; readonly to: number } {
	const end = finish ?? position?.at ?? null;
	return {
		from: start ? toTime(start.at) : at(track.times, 0),
		to: start && end !== null ? toTime(end) : at(track.times, track.length - 1),
	};
}

interface TaskLeg extends Stretch {
	readonly point: number;
	readonly isComplete: boolean;
}

/**
 * The legs, from zone to zone; in an area they begin and end at the fix that counts. The last leg of an outlanding ends where it
 * scores.
 */
function legsOf(
	task: Task,
	{ start, reached, finish, position, distanceM }: FlightResult,
	track: Track,
	toTime: (moment: number) => number,
): TaskLeg[] {
	if (!start) return [];
	const { earth, subtractFinishRadius } = task.scoring;
	const legs: TaskLeg[] = [];
	let from = toTime(start.at);
	let place = task.points[0];
	let credited = 0;
	const add = (point: number, to: number, creditedM: number, isComplete: boolean) => {
		if (to > from) legs.push({ point, from, to, creditedM: Math.round(creditedM), isComplete });
		from = Math.max(from, to);
		credited += Math.round(creditedM);
	};
	for (const [index, { at: moment, credited: fix }] of reached.entries()) {
		const centre = task.points[index + 1];
		if (moment === null || !centre || !place) break;
		const next: { readonly latitude: number; readonly longitude: number } = fix ?? centre;
		const to = fix ? timeAt(track, fix, Math.max(from, toTime(moment))) : toTime(moment);
		add(index + 1, to, legBetween(earth, place, next).distanceM, true);
		place = { ...centre, ...next };
	}
	const last = task.points.at(-1);
	if (finish !== null && last && place) {
		const whole = legBetween(earth, place, last).distanceM;
		add(
			task.points.length - 1,
			toTime(finish),
			whole - finishReduction(task.points, subtractFinishRadius),
			true,
		);
	} else if (position) add(legs.length + 1, toTime(position.at), Math.max(0, distanceM - credited), false);
	return legs;
}

/** The time at which the track was at one of its own fixes; `earliest` if it never was. */
function timeAt(
	track: Track,
	fix: { readonly latitude: number; readonly longitude: number },
	earliest: number,
): number {
	for (let index = fixBefore(track, earliest); index < track.length; index++) {
		if (at(track.latitudes, index) === fix.latitude && at(track.longitudes, index) === fix.longitude)
			return at(track.times, index);
	}
	return earliest;
}

function extremesOf(
	track: Track,
	span: { readonly from: number; readonly to: number },
): Pick<WholeFlight, "lowestM" | "highestM"> {
	let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (let fix = 0; fix < track.length; fix++) {
		if (at(track.times, fix) < span.from || at(track.times, fix) > span.to) continue;
		lowest = Math.min(lowest, at(track.heights, fix));
		highest = Math.max(highest, at(track.heights, fix));
	}
	const startHeightM = Math.round(heightAt(track, span.from));
	return {
		lowestM: Number.isFinite(lowest) ? Math.round(lowest) : startHeightM,
		highestM: Number.isFinite(highest) ? Math.round(highest) : startHeightM,
	};
}

/** Share of the time in climbs that was spent in the best third of them; null without a climb. */
function bestThirdOf({ times, heights }: Track, climbs: readonly FlightPhase[]): number | null {
	const rated = climbs.map(({ first, last }) => {
		const seconds = at(times, last) - at(times, first);
		return { seconds, rate: (at(heights, last) - at(heights, first)) / seconds };
	});
	const sum = (list: typeof rated) => list.reduce((all, { seconds }) => all + seconds, 0);
	if (rated.length === 0) return null;
	const best = rated.toSorted((one, other) => other.rate - one.rate).slice(0, Math.ceil(rated.length / 3));
	return Math.round((1000 * sum(best)) / sum(rated)) / 1000;
}
