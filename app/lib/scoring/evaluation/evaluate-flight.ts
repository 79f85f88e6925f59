import { longestSpans } from "~/lib/flights/igc-file/airborne-spans";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { heightAt } from "~/lib/flights/igc-file/track";
import { at } from "~/lib/numbers";
import type { Finding, FlightResult } from "~db/schema";
import { missedPointPoints } from "../penalty-rates";
import { areaDistance } from "./area-distance";
import { type EngineRun, engineRuns, findingsOf, type Interpretation } from "./findings";
import { type FlownTask, flownTask, type TaskOfDay } from "./flown-task";
import { plainRoute, type Route, routesOf } from "./follow-task";
import { type FlownDistance, positionOf, raceDistance } from "./race-distance";
import { type StartCandidate, shareAfter, startCandidates } from "./start-candidates";
import { BeyondBudget, StepBudget } from "./step-budget";

/** Most starts of a flight that are compared. A pilot who circles over the line for an hour crosses it this often. */
const mostStarts = 50;

/** Evaluates a flight against the task of its day. The same flight gives the same result, byte for byte. */
export function evaluateFlight(day: TaskOfDay, flight: Flight): FlightResult {
	return judged(day, flight, (budget) => evaluateWithin(day, flight, budget));
}

/** Returns the result of the work, or one without figures when the flight takes more steps than any flight should. */
export function judged(
	day: TaskOfDay,
	flight: Flight,
	work: (budget: StepBudget) => FlightResult,
): FlightResult {
	try {
		return work(new StepBudget());
	} catch (error) {
		if (!(error instanceof BeyondBudget)) throw error;
		const finding: Finding = { kind: "tooIrregular", at: null, value: null, proposedPoints: 0, point: null };
		return { ...nothingFlown(day, "out"), ...groundTimes(flight), findings: [finding] };
	}
}

/** @throws BeyondBudget */
export function evaluateWithin(day: TaskOfDay, flight: Flight, budget: StepBudget): FlightResult {
	const spans = longestSpans(flight.fixes, flight.spans);
	const flown = spans.map((span) => flownTask(day, flight, span, budget));
	let left = mostStarts;
	const starts = flown.toReversed().map((one, index) => {
		// Each of the earlier spans keeps its last start.
		const candidates = startCandidates(one, left - (spans.length - 1 - index));
		left -= Math.max(1, candidates.length);
		return candidates;
	});
	const [first, ...others] = flown.map((one, index) =>
		evaluateSpan(one, starts.at(-1 - index) ?? [], flight),
	);
	if (!first) return { ...nothingFlown(day, "none"), ...groundTimes(flight) };
	// After a relight the later launch counts, unless the earlier flight was worth more, as before a retrieve by aerotow.
	const best = others.reduce((one, other) => (isWorthMore(one, other) ? one : other), first);
	const findings = [...best.findings, ...leftOut(flight.spans.length - spans.length)];
	return { ...best, ...groundTimes(flight), findings };
}

function groundTimes({ log, fixes, takeOff, landing }: Flight): Pick<FlightResult, "takeOff" | "landing"> {
	const moment = (index: number | null) =>
		index === null ? null : momentOf(log.date, at(fixes.times, index));
	return { takeOff: moment(takeOff), landing: moment(landing) };
}

/** @param spans too short to be among the longest */
function leftOut(spans: number): Finding[] {
	return spans > 0 ? [{ kind: "legsLeftOut", at: null, value: spans, proposedPoints: 0, point: null }] : [];
}

function isWorthMore(one: FlightResult, other: FlightResult): boolean {
	const [finished, otherFinished] = [one.status === "finished", other.status === "finished"];
	return finished === otherFinished ? one.distanceM > other.distanceM : finished;
}

function nothingFlown({ task }: Pick<TaskOfDay, "task">, status: "none" | "out"): FlightResult {
	return {
		status,
		takeOff: null,
		landing: null,
		start: null,
		otherStarts: [],
		reached: task.points.slice(1, -1).map(() => ({ at: null, missedM: 0, credited: null })),
		finish: null,
		finishHeightM: null,
		position: null,
		distanceM: 0,
		timeS: null,
		findings: [],
	};
}

function evaluateSpan(flown: FlownTask, starts: readonly StartCandidate[], flight: Flight): FlightResult {
	const runs = engineRuns(flown.track);
	flown.budget.spend(flown.track.length + starts.length * runs.length);
	const interpretation = bestInterpretation(flown, interpretationsOf(flown, starts, runs));
	const findings = findingsOf(flown, interpretation, runs, flight.log.date);
	if (!interpretation) return { ...nothingFlown(flown, "out"), findings };
	const { start, route } = interpretation;
	const { track, task } = flown;
	const moment = (time: number) => momentOf(flight.log.date, time);
	const { outAt, credited, distanceM } = interpretation.flown;
	return {
		status: route.finish ? "finished" : "out",
		takeOff: null,
		landing: null,
		start: { at: moment(start.time), heightM: start.heightM, speedKmh: start.speedKmh },
		otherStarts: starts.filter((other) => other !== start).map(({ time }) => moment(time)),
		reached: task.points.slice(1, -1).map((_, index) => {
			const reached = route.reached[index];
			const fix = credited[index];
			return {
				at: reached ? moment(Math.round(reached.time)) : null,
				missedM: Math.round(reached?.missedM ?? 0),
				credited: fix === undefined ? null : positionOf(track, fix),
			};
		}),
		finish: route.finish && moment(route.finish.time),
		finishHeightM: route.finish && Math.round(heightAt(track, route.finish.time)),
		position: outAt === null ? null : { ...positionOf(track, outAt), at: moment(at(track.times, outAt)) },
		distanceM: Math.round(distanceM),
		timeS: interpretation.timeS,
		findings,
	};
}

/** Starts that lead to the same points at the same times share a way, so it is measured once. */
function interpretationsOf(
	flown: FlownTask,
	starts: readonly StartCandidate[],
	runs: readonly EngineRun[],
): Interpretation[] {
	const measured = new Map<string, FlownDistance>();
	const tries = starts.map((start) => {
		const engine = runs.find(({ propels, to }) => propels && to > start.time) ?? null;
		const ends = Math.min(flown.closes, engine ? at(flown.track.times, engine.fixBefore) : flown.closes);
		return { start, engine, ends, span: { from: start.time, to: Math.max(start.time, ends) } };
	});
	const finished = tries.filter(({ span }) => plainRoute(flown, span).finish);
	const isHopeless = lateStarts(flown, finished);
	return tries.flatMap((one) => {
		const { start, engine, ends, span } = one;
		// A start from which the flight finishes is never hopeless, however fast the flight was: a finding asks whether the speed is possible.
		if (!finished.includes(one) && isHopeless(start)) return [];
		return routesOf(flown, span).map((route) => {
			const isUnfinished = route.reached.length === 0 && !route.finish;
			const key = JSON.stringify([route, ends, isUnfinished ? start.time : 0]);
			const distance = measured.get(key) ?? measure(flown, route, span);
			measured.set(key, distance);
			return toInterpretation(flown, start, route, distance, engine);
		});
	});
}

/**
 * Returns a test for late starts: after one, the rest of the flight cannot be worth as much as a finish from another start. It
 * happens when a pilot circles over the line before landing.
 * @param finished starts from which the flight finishes
 */
function lateStarts(
	flown: FlownTask,
	finished: readonly { readonly start: StartCandidate }[],
): (start: StartCandidate) => boolean {
	const leastPenalty = Math.min(...finished.map(({ start }) => penaltyOf(start)));
	const least = typicalDay.distance - leastPenalty;
	return (start) => typicalDay.distance * shareAfter(flown, start.time) < least;
}

function penaltyOf({ findings }: StartCandidate): number {
	return findings.reduce((sum, { proposedPoints }) => sum + proposedPoints, 0);
}

function lengthOf(legs: readonly number[]): number {
	return legs.reduce((sum, leg) => sum + leg, 0);
}

function measure(flown: FlownTask, route: Route, span: { from: number; to: number }): FlownDistance {
	return flown.task.kind === "AAT" ? areaDistance(flown, route, span) : raceDistance(flown, route, span);
}

function toInterpretation(
	{ task }: FlownTask,
	start: StartCandidate,
	route: Route,
	flown: FlownDistance,
	engine: EngineRun | null,
): Interpretation {
	const flownS = route.finish ? route.finish.time - start.time : null;
	const timeS = flownS !== null && task.kind === "AAT" ? Math.max(flownS, task.taskTimeS ?? 0) : flownS;
	const missed = route.reached.filter(({ missedM }) => missedM > 0).length;
	return { start, route, flown, timeS, engine, penalty: penaltyOf(start) + missed * missedPointPoints };
}

/** Points for distance and speed on a full day on which half of the class is fast. */
const typicalDay = { distance: 667, speed: 333 };

/**
 * Returns the interpretation that scores most. The value of a day is known only when the class is scored, so a typical day decides between
 * speed, distance and proposed penalties. Among equal ones the first counts, which has the last start.
 */
function bestInterpretation(
	{ legs }: FlownTask,
	interpretations: readonly Interpretation[],
): Interpretation | null {
	const speedOf = ({ flown, timeS }: Interpretation) => (timeS ? flown.distanceM / timeS : 0);
	const fastest = Math.max(...interpretations.map(speedOf));
	const whole = lengthOf(legs);
	const worth = (interpretation: Interpretation) => {
		const gained =
			interpretation.timeS === null
				? (typicalDay.distance * interpretation.flown.distanceM) / whole
				: typicalDay.distance + typicalDay.speed * Math.max(0, (3 * speedOf(interpretation)) / fastest - 2);
		return gained - interpretation.penalty;
	};
	let best: { readonly interpretation: Interpretation; readonly worth: number } | null = null;
	for (const interpretation of interpretations) {
		const own = worth(interpretation);
		if (best === null || own > best.worth) best = { interpretation, worth: own };
	}
	return best?.interpretation ?? null;
}
