import { describe, expect, test } from "vitest";
import { differencesOf } from "~/lib/scoring/compare-official";
import { withLateLog } from "~/lib/scoring/flight-result";
import {
	applyOverride,
	makeDayScores,
	outcomeOf,
	type ScoringCompetitor,
} from "~/lib/scoring/make-day-scores";
import { noDecision } from "~/lib/scoring/score-decision";
import type { Finding, FlightResult, ScoreOverride } from "~db/schema";
import { flightResultOf, outAndReturn, place } from "../support/flown";

const at = (clock: string) => new Date(`2025-07-15T${clock}Z`);
const home = [
	{ to: place(-400), height: 0 },
	{ to: place(-5000) },
	{ to: place(100_000) },
	{ to: place(0), height: 100 },
	{ to: place(-300), height: 0, stay: 120 },
];

describe("without an evaluated log", () => {
	const outcome = (state: "FLYING" | "HOME" | "OUTLANDING" | "DNF" | null, now: string) =>
		outcomeOf(
			{ result: null, state, stateAt: at("14:00:00") },
			// Logs are due 45 minutes after the landing.
			{ date: "2025-07-15", logDeadlineS: 2700, now: at(now) },
		).kind;

	test("who is home or out is presumed until the log is due, 45 minutes after the landing", () => {
		expect(outcome("HOME", "14:44:59")).toBe("flying");
		expect(outcome("OUTLANDING", "14:44:59")).toBe("outlanded");
		expect(outcome("HOME", "14:45:00")).toBe("missing");
		expect(outcome("OUTLANDING", "14:45:00")).toBe("missing");
	});

	test("who is in the air is presumed until the day ends in Prague, at 22:00 UTC", () => {
		expect(outcome("FLYING", "21:59:59")).toBe("flying");
		expect(outcome("FLYING", "22:00:00")).toBe("missing");
	});

	test("who did not fly, or has no state, has not launched", () => {
		expect([outcome("DNF", "12:00:00"), outcome(null, "12:00:00")]).toEqual(["dnf", "dnf"]);
	});
});

describe("the scorer's override", () => {
	const none: ScoreOverride = {
		start: null,
		finish: null,
		distanceM: null,
		timeS: null,
		handicap: null,
		out: null,
	};
	const flown = flightResultOf(outAndReturn(), { hops: home });
	const evaluated = outcomeOf(
		{ result: flown, state: null, stateAt: null },
		{ date: "2025-07-15", logDeadlineS: null, now: at("18:00:00") },
	);
	const judged = (override: Partial<ScoreOverride>, taskTimeS: number | null = null) =>
		applyOverride(evaluated, flown, { ...none, ...override }, taskTimeS).outcome;

	test("of the start changes the time; in an area task it is never below the task time", () => {
		// From 10:37:40 to 12:19:00: 6,080 s.
		const later = { start: "2025-07-15T10:37:40Z" };
		expect(judged(later)).toEqual({ kind: "finished", distanceM: 197_000, timeS: 6080 });
		expect(judged(later, 7200)).toMatchObject({ timeS: 7200 });
		expect(judged({ timeS: 6080 }, 7200)).toMatchObject({ timeS: 7200 });
	});

	test("of distance and time makes a finisher, of distance and out one who is out, with a log or without", () => {
		const flight = { distanceM: 150_000, timeS: 6000 };
		const finished = { kind: "finished", ...flight };
		expect(judged(flight)).toEqual(finished);
		expect(applyOverride({ kind: "missing" }, null, { ...none, ...flight }, null).outcome).toEqual(finished);
		expect(judged({ out: true })).toEqual({ kind: "out", distanceM: 197_000 });
		const out = { ...none, distanceM: 80_000, out: true };
		expect(applyOverride({ kind: "missing" }, null, out, null).outcome).toEqual({
			kind: "out",
			distanceM: 80_000,
		});
	});
});

describe("the sheet of a class", () => {
	const task = {
		...outAndReturn({ rules: { finishAltitudeM: 2000 }, scoring: { handicaps: false } }),
		id: "task",
		number: 1,
		date: "2025-07-15",
	};
	const competitor = (registrationId: string, flightResults: readonly FlightResult[]): ScoringCompetitor => ({
		registrationId,
		handicap: 1,
		isGuest: false,
		state: null,
		stateAt: null,
		isDisqualified: false,
		held: [],
		flightResults,
		decision: noDecision,
	});

	test("a finish too low costs no more than the points for speed", () => {
		// At the ring 127 m above the field, 627 m: 1,373 m too low. Alone: Pm 675.6, Pv = 2/3·675.6 = 450.
		const flight = flightResultOf(task, { hops: home });
		const [row] = makeDayScores(task, [competitor("A", [flight])], at("18:00:00")).rows;
		expect(row?.flight?.findings).toMatchObject([{ kind: "finishLow", value: 1373, proposedPoints: 450 }]);
		expect(row?.points).toBe(676);
	});

	test("in a task without handicaps the factor is 1, for the points and in the row", () => {
		const flight = flightResultOf(task, { hops: home });
		const both = [{ ...competitor("A", [flight]), handicap: 1.2 }, competitor("B", [flight])];
		const factors = (handicaps: boolean) =>
			makeDayScores({ ...task, scoring: { ...task.scoring, handicaps } }, both, at("18:00:00")).rows.map(
				({ registrationId, handicap, rank }) => ({ registrationId, handicap, rank }),
			);
		expect(factors(false)).toEqual([
			{ registrationId: "A", handicap: 1, rank: 1 },
			{ registrationId: "B", handicap: 1, rank: 1 },
		]);
		expect(factors(true)).toEqual([
			{ registrationId: "B", handicap: 1, rank: 1 },
			{ registrationId: "A", handicap: 1.2, rank: 2 },
		]);
	});

	test("of two logs that of the finisher counts, whichever comes first", () => {
		const [finished, out] = [home, home.slice(0, 3)].map((hops) => flightResultOf(task, { hops }));
		const statusOf = (...logs: (FlightResult | undefined)[]) =>
			makeDayScores(
				task,
				[
					competitor(
						"A",
						logs.flatMap((log) => log ?? []),
					),
				],
				at("18:00:00"),
			).rows[0]?.status;
		expect([statusOf(finished, out), statusOf(out, finished)]).toEqual(["finished", "finished"]);
	});
});

test("a late log: a warning, then 10 points, then 25", () => {
	const flown = flightResultOf(outAndReturn(), { hops: home });
	// Due 45 minutes after the landing.
	const sent = (seconds: number, lateBefore: number) =>
		withLateLog(flown, {
			sentAt: new Date((flown.landing ?? 0) + (2700 + seconds) * 1000),
			logDeadlineS: 2700,
			lateBefore,
		}).findings;
	expect(sent(0, 0)).toEqual([]);
	expect(sent(61, 0)).toMatchObject([{ kind: "logLate", value: 2, proposedPoints: 0 }]);
	expect([1, 2, 3].map((before) => sent(60, before)[0]?.proposedPoints)).toEqual([10, 25, 25]);
});

test("a comparison names the points, the finding that explains them, and another handicap", () => {
	const high: Finding = { kind: "startHigh", at: null, value: 4, proposedPoints: 4, point: 0 };
	const row = (
		startNumber: string,
		points: number | null,
		official: { points: number; handicap: number | null },
	) => ({
		pilot: { startNumber },
		distanceM: points === null ? null : 100_000,
		handicap: 1.04,
		points,
		findings: [high],
		official,
	});
	expect(
		differencesOf([
			row("7K", 800, { points: 800, handicap: 1.04 }),
			// The official scorer has given the penalty.
			row("8V", 704, { points: 700, handicap: 1.05 }),
			row("EH", 650.5, { points: 651, handicap: null }),
			row("YX", null, { points: 300, handicap: null }),
		]),
	).toEqual({
		compared: 3,
		agreeing: 1,
		differences: [
			{ startNumber: "8V", points: 4, finding: high },
			{ startNumber: "EH", points: -0.5, finding: null },
		],
		handicaps: [{ startNumber: "8V", ours: 1.04, official: 1.05 }],
	});
});
