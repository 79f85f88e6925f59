import type { Flight } from "~/lib/flight-log/analyse-flight";
import { at, momentOf } from "~/lib/flight-log/flight-log";
import type { Performance } from "../performance";
import { areaDistance } from "./area-distance";
import { type Attempt, pointMissedPoints } from "./attempt";
import { type EngineRun, engineRuns } from "./engine-runs";
import { findingsOf } from "./findings";
import { type FlownTask, flownTask, type TaskOfDay } from "./flown-task";
import { type Course, coursesOf, plainCourse } from "./follow-task";
import { type FlownDistance, positionOf, raceDistance } from "./race-distance";
import { type StartCandidate, startCandidates } from "./starts";
import { heightAt } from "./track";

/** A flight against the task of its day. The same flight gives the same performance, byte for byte. */
export function evaluateFlight(day: TaskOfDay, flight: Flight): Performance {
	const [first, ...others] = flight.legs.map((leg) => evaluateLeg(flownTask(day, flight, leg), flight));
	const moment = (index: number | null) =>
		index === null ? null : momentOf(flight.log.date, at(flight.fixes.times, index));
	const [takeOff, landing] = [moment(flight.takeOff), moment(flight.landing)];
	if (!first) return { ...nothingFlown(day, "none"), takeOff, landing };
	// After a relight the later launch counts, unless the earlier flight was worth more, as before a retrieve by aerotow.
	const best = others.reduce((one, other) => (isWorthMore(one, other) ? one : other), first);
	return { ...best, takeOff, landing };
}

function isWorthMore(one: Performance, other: Performance): boolean {
	const [finished, otherFinished] = [one.status === "finished", other.status === "finished"];
	return finished === otherFinished ? one.distanceM > other.distanceM : finished;
}

function nothingFlown({ task }: Pick<TaskOfDay, "task">, status: "none" | "out"): Performance {
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

function evaluateLeg(flown: FlownTask, flight: Flight): Performance {
	const runs = engineRuns(flown.track);
	const starts = startCandidates(flown);
	const attempt = bestAttempt(flown, attemptsOf(flown, starts, runs));
	const findings = findingsOf(flown, attempt, runs, flight.log.date);
	if (!attempt) return { ...nothingFlown(flown, "out"), findings };
	const { start, course } = attempt;
	const { track, task } = flown;
	const moment = (time: number) => momentOf(flight.log.date, time);
	const { outAt, credited, distanceM } = attempt.flown;
	return {
		status: course.finish ? "finished" : "out",
		takeOff: null,
		landing: null,
		start: { at: moment(start.time), heightM: start.heightM, speedKmh: start.speedKmh },
		otherStarts: starts.filter((other) => other !== start).map(({ time }) => moment(time)),
		reached: task.points.slice(1, -1).map((_, index) => {
			const reached = course.reached[index];
			const fix = credited[index];
			return {
				at: reached ? moment(Math.round(reached.time)) : null,
				missedM: Math.round(reached?.missedM ?? 0),
				credited: fix === undefined ? null : positionOf(track, fix),
			};
		}),
		finish: course.finish && moment(course.finish.time),
		finishHeightM: course.finish && Math.round(heightAt(track, course.finish.time)),
		position: outAt === null ? null : { ...positionOf(track, outAt), at: moment(at(track.times, outAt)) },
		distanceM: Math.round(distanceM),
		timeS: attempt.timeS,
		findings,
	};
}

/** Starts that lead to the same points at the same times share a way, so it is measured once. */
function attemptsOf(
	flown: FlownTask,
	starts: readonly StartCandidate[],
	runs: readonly EngineRun[],
): Attempt[] {
	const measured = new Map<string, FlownDistance>();
	const tries = starts.map((start) => {
		const engine = runs.find(({ propels, to }) => propels && to > start.time) ?? null;
		const ends = Math.min(flown.closes, engine ? at(flown.track.times, engine.fixBefore) : flown.closes);
		return { start, engine, ends, span: { from: start.time, to: Math.max(start.time, ends) } };
	});
	const isHopeless = lateStarts(
		flown,
		tries.filter(({ span }) => plainCourse(flown, span).finish),
	);
	return tries.flatMap(({ start, engine, ends, span }) => {
		if (isHopeless(start)) return [];
		return coursesOf(flown, span).map((course) => {
			const isUnfinished = course.reached.length === 0 && !course.finish;
			const key = JSON.stringify([course, ends, isUnfinished ? start.time : 0]);
			const distance = measured.get(key) ?? measure(flown, course, span);
			measured.set(key, distance);
			return toAttempt(flown, start, course, distance, engine);
		});
	});
}

/** Metres a second that no glider flies over ground on a task. */
const tooFast = 100;

/**
 * Whether a start is so late that what is left of the flight cannot be worth a finish from another start, as when somebody
 * circles over the line before landing.
 * @param finished starts that lead home
 */
function lateStarts(
	{ track, legs }: FlownTask,
	finished: readonly { readonly start: StartCandidate }[],
): (start: StartCandidate) => boolean {
	const leastPenalty = Math.min(...finished.map(({ start }) => penaltyOf(start)));
	const least = typicalDay.distance - leastPenalty;
	const ends = at(track.times, track.length - 1);
	return ({ time }) => typicalDay.distance * (((ends - time) * tooFast) / lengthOf(legs)) < least;
}

function penaltyOf({ findings }: StartCandidate): number {
	return findings.reduce((sum, { proposedPoints }) => sum + proposedPoints, 0);
}

function lengthOf(legs: readonly number[]): number {
	return legs.reduce((sum, leg) => sum + leg, 0);
}

function measure(flown: FlownTask, course: Course, span: { from: number; to: number }): FlownDistance {
	return flown.task.kind === "AAT" ? areaDistance(flown, course, span) : raceDistance(flown, course, span);
}

function toAttempt(
	{ task }: FlownTask,
	start: StartCandidate,
	course: Course,
	flown: FlownDistance,
	engine: EngineRun | null,
): Attempt {
	const flownS = course.finish ? course.finish.time - start.time : null;
	const timeS = flownS !== null && task.kind === "AAT" ? Math.max(flownS, task.taskTimeS ?? 0) : flownS;
	const missed = course.reached.filter(({ missedM }) => missedM > 0).length;
	return { start, course, flown, timeS, engine, penalty: penaltyOf(start) + missed * pointMissedPoints };
}

/** Points of distance and speed on a full day on which half of the class is fast. */
const typicalDay = { distance: 667, speed: 333 };

/**
 * The attempt that scores most. What a day is worth is known only when the class is scored, so a typical day decides
 * between speed, distance and proposed penalties. Of equal ones the first counts, that is the last start.
 */
function bestAttempt({ legs }: FlownTask, attempts: readonly Attempt[]): Attempt | null {
	const speedOf = ({ flown, timeS }: Attempt) => (timeS ? flown.distanceM / timeS : 0);
	const fastest = Math.max(...attempts.map(speedOf));
	const whole = lengthOf(legs);
	const worth = (attempt: Attempt) => {
		const gained =
			attempt.timeS === null
				? (typicalDay.distance * attempt.flown.distanceM) / whole
				: typicalDay.distance + typicalDay.speed * Math.max(0, (3 * speedOf(attempt)) / fastest - 2);
		return gained - attempt.penalty;
	};
	let best: { readonly attempt: Attempt; readonly worth: number } | null = null;
	for (const attempt of attempts) {
		const own = worth(attempt);
		if (best === null || own > best.worth) best = { attempt, worth: own };
	}
	return best?.attempt ?? null;
}
