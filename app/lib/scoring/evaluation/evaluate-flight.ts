import { longestSpans } from "~/lib/flights/igc-file/airborne-spans";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { heightAt } from "~/lib/flights/igc-file/track";
import { at } from "~/lib/numbers";
import type { Finding, FlightResult } from "~db/schema";
import { relaunched } from "../flight-result";
import { missedPointPoints } from "../penalty-rates";
import { areaDistance } from "./area-distance";
import { type EngineRun, type EngineRuns, engineRuns } from "./engine-runs";
import { findingsOf, type Interpretation } from "./findings";
import { type FlownTask, flownTask, type TaskOfDay } from "./flown-task";
import { plainRoute, type Route, routesOf } from "./follow-task";
import { logFindings } from "./log-findings";
import { type FlownDistance, positionOf, raceDistance } from "./race-distance";
import { type StartCandidate, shareAfter, startCandidates, startsInOrder } from "./start-candidates";
import { BeyondBudget, StepBudget } from "./step-budget";

/** Most starts of a flight that are compared. A pilot who circles over the line for an hour crosses it this often. */
const mostStarts = 50;

/** Evaluates a flight against the task of its day. The same flight gives the same result, byte for byte. */
export function evaluateFlight(day: TaskOfDay, flight: Flight): FlightResult {
	const budget = new StepBudget();
	return judged(day, flight, () => evaluateWithin(day, flight, budget));
}

/** Returns the result of the work, or one without figures when the flight takes more steps than any flight should. */
export function judged(day: TaskOfDay, flight: Flight, work: () => FlightResult): FlightResult {
	try {
		return work();
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
	const launches = competitionLaunches(flown);
	let left = mostStarts;
	const starts = launches.toReversed().map(({ flown: one, until }, index) => {
		// Each of the earlier launches keeps its last start.
		const candidates = startCandidates(one, left - (launches.length - 1 - index), until);
		left -= Math.max(1, candidates.length);
		return candidates;
	});
	const [first, ...others] = launches.map((launch, index) =>
		evaluateLaunch(launch, starts.at(-1 - index) ?? [], flight),
	);
	const ofLog = logFindings(flight);
	if (!first) return { ...nothingFlown(day, "none"), ...groundTimes(flight), findings: ofLog };
	// After a relight the later launch counts, unless the earlier flight was worth more, as before a retrieve by aerotow.
	const best = others.reduce((one, other) => (isWorthMore(one, other) ? one : other), first);
	const last = launches.at(-1);
	const outlanded = last !== undefined && last.until === Number.POSITIVE_INFINITY && hasOutlanded(last.flown);
	const relaunch = outlanded ? spans[launches.length]?.first : undefined;
	const findings = [
		...best.findings,
		...(relaunch === undefined
			? []
			: [relaunched(momentOf(flight.log.date, at(flight.fixes.times, relaunch)))]),
		...leftOut(flight.spans.length - spans.length),
		...ofLog,
	];
	return { ...best, ...groundTimes(flight), ...(outlanded ? { outlanded } : {}), findings };
}

interface Launch {
	readonly flown: FlownTask;
	readonly runs: EngineRuns;
	/** The first complete task; infinite without one. */
	readonly until: number;
}

/**
 * The launches that may have a start, in order of time: none is after the first complete task (Annex A 2025, 7.4.3.6), and none after a
 * launch that ended outside the contest site (7.2.2b).
 */
function competitionLaunches(all: readonly FlownTask[]): Launch[] {
	const launches: Launch[] = [];
	for (const flown of all) {
		const runs = engineRuns(flown.track);
		flown.budget.spend(flown.track.length);
		const until = firstFinish(flown, runs.loud);
		launches.push({ flown, runs, until });
		if (until !== Number.POSITIVE_INFINITY || hasOutlanded(flown)) break;
	}
	return launches;
}

function hasOutlanded({ isLaunch, landedM }: FlownTask): boolean {
	return isLaunch && landedM !== null && landedM > 0;
}

/** A start with the engine that ends its flight, and the last moment that counts. */
interface Attempt {
	readonly start: StartCandidate;
	readonly engine: EngineRun | null;
	readonly ends: number;
}

function attemptOf({ closes, track }: FlownTask, runs: readonly EngineRun[], start: StartCandidate): Attempt {
	const engine = runs.find(({ propels, to }) => propels && to > start.time) ?? null;
	return { start, engine, ends: Math.min(closes, engine ? at(track.times, engine.fixBefore) : closes) };
}

/** The time at which the task is first complete; infinite when it never is. A point that was missed does not complete it. */
function firstFinish(flown: FlownTask, runs: readonly EngineRun[]): number {
	let tried: number | null = null;
	for (const start of startsInOrder(flown)) {
		flown.budget.spend(runs.length);
		const { ends, engine } = attemptOf(flown, runs, start);
		// Of the starts before one end, none finishes sooner than the first.
		if (ends === tried) continue;
		tried = ends;
		const { finish } = plainRoute(flown, { from: start.time, to: Math.max(start.time, ends) });
		if (finish) return finish.time;
		if (!engine) break;
	}
	return Number.POSITIVE_INFINITY;
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

function evaluateLaunch(
	{ flown, runs }: Launch,
	starts: readonly StartCandidate[],
	flight: Flight,
): FlightResult {
	flown.budget.spend(starts.length * runs.loud.length);
	const interpretation = bestInterpretation(flown, interpretationsOf(flown, starts, runs.loud));
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
		const attempt = attemptOf(flown, runs, start);
		return { ...attempt, span: { from: start.time, to: Math.max(start.time, attempt.ends) } };
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
