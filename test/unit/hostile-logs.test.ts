import { describe, expect, test } from "vitest";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import type { FlightLog } from "~/lib/flights/igc-file/flight-log";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { checkFlight } from "~/lib/scoring/airspace/check-flight";
import { evaluateWithin } from "~/lib/scoring/evaluation/evaluate-flight";
import { BeyondBudget, StepBudget } from "~/lib/scoring/evaluation/step-budget";
import { judgeFlight } from "~/lib/scoring/judge-flight";
import type { Airspace } from "~db/schema";
import { airfield, flyingDate } from "../support/flown";
import { type HostileLog, hostileAirspace, hostileLogs, hostileTasks } from "../support/hostile-logs";

/*
 * Twice the size of a dimension takes at most two and a half times the steps of every reader. Steps are counted: bytes and fixes that
 * are read, and what a budget is spent on. The soak tests take the times, in full size.
 */

const share = 60;
/** A millisecond. Below it, the size says little: fifty starts are compared, and a short log has fewer. */
const tooFewToCompare = 100_000;

/** Counts what is read of a list by its index. */
function counted<T extends Uint8Array | Float64Array | Int32Array | Uint16Array>(
	list: T,
	count: { steps: number },
): T {
	return new Proxy(list, {
		get(target, name) {
			if (typeof name === "string" && name >= "0" && name <= "9~") count.steps++;
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

function countedFixes(log: FlightLog, count: { steps: number }): FlightLog {
	const lists = Object.entries(log.fixes).map(([field, list]) => [
		field,
		typeof list === "number" ? list : counted(list, count),
	]);
	return { ...log, fixes: Object.fromEntries(lists) as FlightLog["fixes"] };
}

interface Steps {
	readonly reading: number;
	readonly analysis: number;
	readonly judging: number;
}

function stepsOf({ file, task = "racing" }: HostileLog, size: number): Steps {
	const bytes = file(size);
	const [reading, analysis] = [{ steps: 0 }, { steps: 0 }];
	readFlightLog(counted(bytes, reading));
	const read = readFlightLog(bytes);
	if (!read.ok) return { reading: reading.steps, analysis: 0, judging: 0 };
	recordFlight(analyseFlight(countedFixes(read.log, analysis)));
	const budget = new StepBudget();
	judge(analyseFlight(read.log), task, budget);
	return { reading: reading.steps, analysis: analysis.steps, judging: budget.spent };
}

function judge(flight: Flight, task: keyof typeof hostileTasks, budget: StepBudget): void {
	const day = { task: hostileTasks[task], date: flyingDate, airfield };
	try {
		checkFlight([hostileAirspace], day, { flight, result: evaluateWithin(day, flight, budget) }, budget);
	} catch (error) {
		if (!(error instanceof BeyondBudget)) throw error;
	}
}

describe.each(Object.entries(hostileLogs))("a log of many %s", (_dimension, log) => {
	test("takes steps by its size", () => {
		const size = Math.floor(log.most / share);
		const [once, twice] = [stepsOf(log, size / 2), stepsOf(log, size)];
		for (const kind of ["reading", "analysis", "judging"] as const) {
			const least = Math.max(tooFewToCompare, once[kind]);
			expect(twice[kind], `${kind}: ${once[kind]}, ${twice[kind]} for twice as much`).toBeLessThan(
				2.5 * least,
			);
		}
	});
});

test("a flight that takes more steps than any flight should has one finding and no figures", () => {
	const reading = readFlightLog((hostileLogs["airspace edges"] as HostileLog).file(7_500));
	if (!reading.ok) throw new Error(reading.reason);
	const day = { task: hostileTasks.racing, date: flyingDate, airfield };
	const spaces: Airspace[] = Array.from({ length: 20 }, () => hostileAirspace);
	const judged = judgeFlight(spaces, day, analyseFlight(reading.log));
	expect(judged).toMatchObject({
		spaces: [],
		result: { status: "out", distanceM: 0, start: null, findings: [{ kind: "tooIrregular" }] },
	});
	expect(
		judgeFlight([], day, analyseFlight(reading.log), judged.result).result,
		"it is tried anew",
	).toMatchObject({ findings: [{ kind: "noStart" }] });
});

test("of thousands of landings the 20 longest flights are evaluated, and the scorer reads how many are not", () => {
	const reading = readFlightLog((hostileLogs.landings as HostileLog).file(400));
	if (!reading.ok) throw new Error(reading.reason);
	const day = { task: hostileTasks.racing, date: flyingDate, airfield };
	const { result } = judgeFlight([], day, analyseFlight(reading.log));
	expect(result.findings.at(-1)).toMatchObject({ kind: "legsLeftOut", value: 380 });
});

test("of many starts the last 50 are compared", () => {
	const reading = readFlightLog((hostileLogs["crossings of a line"] as HostileLog).file(10_000));
	if (!reading.ok) throw new Error(reading.reason);
	const day = { task: hostileTasks.areas, date: flyingDate, airfield };
	expect(judgeFlight([], day, analyseFlight(reading.log)).result.otherStarts).toHaveLength(49);
});
