import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { at } from "~/lib/numbers";
import { plainName } from "~/lib/tasks/airspace/airspace";
import type { Airspace, CheckedSpace, FlightResult } from "~db/schema";
import { evaluateWithin } from "../evaluation/evaluate-flight";
import { fieldElevation, type TaskOfDay } from "../evaluation/flown-task";
import { StepBudget } from "../evaluation/step-budget";
import { airspaceBufferM } from "../penalty-rates";
import { findIntrusions, type Intrusion } from "./find-intrusions";

/** Intrusions of a flight that are kept. */
const mostIntrusions = 20;
/** Steps of an intrusion among many others. */
const stepsOfSorting = 64;
/** Most ends of a flight that are evaluated: a flight that ends at an entry takes as long as a whole one. */
const mostEnds = 3;

/**
 * The spaces in which a flight was, by time, including those that the briefing makes inactive. When there are too many, the most
 * important are kept: active ones, then judged ones, then deep ones.
 * @param flown the flight, and its result against the task
 * @throws BeyondBudget
 */
export function checkFlight(
	airspaces: readonly Airspace[],
	day: TaskOfDay,
	{ flight, result }: { readonly flight: Flight; readonly result: FlightResult },
	budget = new StepBudget(),
): CheckedSpace[] {
	const { task, terrain } = day;
	const rule = { qnhHpa: task.briefing.qnhHpa, elevationM: fieldElevation(day, flight), terrain };
	const inactive = new Set(task.briefing.inactiveAirspace.map(plainName));
	const active = new Set(airspaces.flatMap(({ name }) => (inactive.has(plainName(name)) ? [] : [name])));
	const isActive = ({ name }: Intrusion) => active.has(name);
	const toMoment = (time: number) => momentOf(flight.log.date, Math.round(time));
	const found = findIntrusions(airspaces, flight, rule, budget);
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
	const { start } = result;
	const ends = intrusions
		.filter((one) => isActive(one) && one.judged && one.depthM > airspaceBufferM)
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
