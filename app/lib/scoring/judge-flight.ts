import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import type { Airspace, CheckedSpace, FlightAnalysis, FlightResult } from "~db/schema";
import { checkFlight } from "./airspace/check-flight";
import { analyseFlownTask } from "./analysis/analyse-flown-task";
import { evaluateWithin, judged } from "./evaluation/evaluate-flight";
import type { TaskOfDay } from "./evaluation/flown-task";
import { BeyondBudget, StepBudget } from "./evaluation/step-budget";
import { isIrregular } from "./flight-result";

/** A flight judged by the task and the airspace of its day. */
interface CheckedFlight {
	readonly result: FlightResult;
	readonly spaces: readonly CheckedSpace[];
	/** Null when nothing can be analysed. */
	readonly analysis: FlightAnalysis | null;
	/** What it has cost; a step is one of `StepBudget`. */
	readonly steps: number;
}

/**
 * Evaluates, checks and analyses a flight, all within one budget of steps.
 * @param known the result, if the flight is only to be checked anew
 */
export function judgeFlight(
	airspaces: readonly Airspace[],
	day: TaskOfDay,
	flight: Flight,
	known: FlightResult | null = null,
): CheckedFlight {
	let spaces: readonly CheckedSpace[] = [];
	let analysis: FlightAnalysis | null = null;
	const budget = new StepBudget();
	const result = judged(day, flight, () => {
		const evaluated = known && !isIrregular(known) ? known : evaluateWithin(day, flight, budget);
		spaces = checkFlight(airspaces, day, { flight, result: evaluated }, budget);
		analysis = analysedWithin(day, flight, evaluated, budget);
		return evaluated;
	});
	return { result, spaces, analysis, steps: budget.spent };
}

/** Returns null when too few steps are left: the analysis must not cost a flight its points. */
function analysedWithin(
	day: TaskOfDay,
	flight: Flight,
	result: FlightResult,
	budget: StepBudget,
): FlightAnalysis | null {
	try {
		return analyseFlownTask(day, flight, result, budget);
	} catch (error) {
		if (error instanceof BeyondBudget) return null;
		throw error;
	}
}
