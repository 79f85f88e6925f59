import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { at } from "~/lib/numbers";
import { plainName } from "~/lib/tasks/airspace/airspace";
import type { Airspace, CheckedSpace, Finding, FlightAnalysis, FlightResult } from "~db/schema";
import { analysePerformance } from "../analysis/analyse-performance";
import { evaluateWithin, judged } from "../evaluation/evaluate-flight";
import { fieldElevation, type TaskOfDay } from "../evaluation/flown-task";
import { BeyondBudget, StepBudget } from "../evaluation/step-budget";
import { isIrregular } from "../flight-result";
import { checkAirspace, type Intrusion } from "./check-airspace";

/** Metres. An intrusion that is deeper than the buffer ends the flight. */
const bufferM = 100;

/** Intrusions of a flight that are kept. */
const mostIntrusions = 20;
/** Steps of an intrusion among many others. */
const stepsOfSorting = 64;
/** Most ends of a flight that are evaluated: a flight that ends at an entry takes as long as a whole one. */
const mostEnds = 3;

/** A flight judged by the task and the airspace of its day. */
interface CheckedFlight {
	readonly performance: FlightResult;
	readonly spaces: readonly CheckedSpace[];
	/** Null when nothing can be analysed. */
	readonly analysis: FlightAnalysis | null;
}

/**
 * Evaluates, checks and analyses a flight, all within one budget of steps.
 * @param known the performance, if the flight is only to be checked anew
 */
export function judgeFlight(
	airspaces: readonly Airspace[],
	day: TaskOfDay,
	flight: Flight,
	known: FlightResult | null = null,
): CheckedFlight {
	let spaces: readonly CheckedSpace[] = [];
	let analysis: FlightAnalysis | null = null;
	const performance = judged(day, flight, (budget) => {
		const evaluated = known && !isIrregular(known) ? known : evaluateWithin(day, flight, budget);
		spaces = checkFlight(airspaces, day, flight, evaluated, budget);
		analysis = analysedWithin(day, flight, evaluated, budget);
		return evaluated;
	});
	return { performance, spaces, analysis };
}

/** Returns null when too few steps are left: the analysis must not cost a flight its points. */
function analysedWithin(
	day: TaskOfDay,
	flight: Flight,
	performance: FlightResult,
	budget: StepBudget,
): FlightAnalysis | null {
	try {
		return analysePerformance(day, flight, performance, budget);
	} catch (error) {
		if (error instanceof BeyondBudget) return null;
		throw error;
	}
}

/**
 * The spaces in which a flight was, by time, including those that the briefing makes inactive. When there are too many, the most
 * important are kept: active ones, then judged ones, then deep ones.
 * @param performance of the flight against the task
 * @throws BeyondBudget
 */
export function checkFlight(
	airspaces: readonly Airspace[],
	day: TaskOfDay,
	flight: Flight,
	performance: FlightResult,
	budget = new StepBudget(),
): CheckedSpace[] {
	const { task, terrain } = day;
	const rule = { qnhHpa: task.briefing.qnhHpa, elevationM: fieldElevation(day, flight), terrain };
	const inactive = new Set(task.briefing.inactiveAirspace.map(plainName));
	const active = new Set(airspaces.flatMap(({ name }) => (inactive.has(plainName(name)) ? [] : [name])));
	const isActive = ({ name }: Intrusion) => active.has(name);
	const toMoment = (time: number) => momentOf(flight.log.date, Math.round(time));
	const found = checkAirspace(airspaces, flight, rule, budget);
	budget.spend(found.length * stepsOfSorting);
	const intrusions = found
		.toSorted(
			(one, other) =>
				Number(isActive(other)) - Number(isActive(one)) ||
				Number(other.judged) - Number(one.judged) ||
				other.depthM - one.depthM,
		)
		.slice(0, mostIntrusions)
		.sort((one, other) => one.from - other.from);
	const { start } = performance;
	const ends = intrusions
		.filter((one) => isActive(one) && one.judged && one.depthM > bufferM)
		.filter(({ from }) => start !== null && toMoment(from) > start.at)
		.slice(0, mostEnds);
	return intrusions.map((intrusion) => {
		const { name, judged, from, until, depthM, sidewaysM, verticalM } = intrusion;
		return {
			name,
			judged,
			from: toMoment(from),
			until: toMoment(until),
			depthM: Math.round(depthM),
			sidewaysM: Math.round(sidewaysM),
			verticalM: verticalM === null ? null : Math.round(verticalM),
			outDistanceM: ends.includes(intrusion) ? outDistance(day, flight, from, budget) : null,
		};
	});
}

/** Null for an entry after the finish. */
function outDistance(day: TaskOfDay, flight: Flight, from: number, budget: StepBudget): number | null {
	const until = evaluateWithin(day, flightUntil(flight, from), budget);
	return until.status === "out" ? until.distanceM : null;
}

/** The flight as if its recorder had been switched off. @param time seconds, as in `Intrusion` */
function flightUntil(flight: Flight, time: number): Flight {
	const { times } = flight.fixes;
	const positions = flight.positions.filter((index) => at(times, index) <= time);
	const last = positions.at(-1) ?? 0;
	const spans = flight.spans
		.filter(({ first }) => at(times, first) <= time)
		.map((span) => (span.last > last ? { ...span, last, landing: null } : span));
	return { ...flight, positions, spans, landing: null };
}

/** Points for each metre inside the buffer. */
const bufferPoints = 1;

/**
 * The findings that the scorer has to judge. A penalty is proposed for an intrusion within the buffer. A deeper one may make the
 * flight an outlanding at the entry.
 * @param inactive names of spaces, as the briefing has them
 */
function airspaceFindings(spaces: readonly CheckedSpace[], inactive: readonly string[]): Finding[] {
	const names = new Set(inactive.map(plainName));
	return perSpace(spaces.filter(({ name }) => !names.has(plainName(name)))).map(
		({ name, judged, from, until, depthM, sidewaysM, verticalM, outDistanceM }) => ({
			kind: judged ? "airspace" : "airspaceUnjudged",
			at: from,
			value: judged ? depthM : null,
			proposedPoints: judged && depthM <= bufferM ? Math.max(1, depthM) * bufferPoints : 0,
			point: null,
			space: { name, until, sidewaysM, verticalM, outDistanceM },
		}),
	);
}

/**
 * Keeps one finding for each space: that of the visit that ends the flight first, else of the deepest. A pilot who circles at an
 * edge enters ten times.
 */
function perSpace(spaces: readonly CheckedSpace[]): CheckedSpace[] {
	const ofSpace = new Map<string, CheckedSpace[]>();
	for (const space of spaces) {
		const key = `${space.judged} ${plainName(space.name)}`;
		ofSpace.set(key, [...(ofSpace.get(key) ?? []), space]);
	}
	return [...ofSpace.values()].map(
		(visits) =>
			visits.find(({ outDistanceM }) => outDistanceM !== null) ??
			visits.reduce((one, other) => (other.depthM > one.depthM ? other : one)),
	);
}

/** Returns a performance with what the check has found. */
export function withAirspace(
	performance: FlightResult,
	spaces: readonly CheckedSpace[],
	inactive: readonly string[],
): FlightResult {
	return { ...performance, findings: [...performance.findings, ...airspaceFindings(spaces, inactive)] };
}
