import { addDays, startOfDay } from "~/lib/editions/prague-time";
import { textsOf } from "~/lib/i18n/i18n.server";
import { languages } from "~/lib/i18n/language";
import type { FieldErrors } from "~/lib/result";
import type { PilotStatus } from "~db/enums";
import type {
	DayFigures,
	DayScores,
	Finding,
	FlightResult,
	HoldReason,
	PointsRow,
	RowPenalty,
	ScoreDecision,
	ScoredRow,
	ScoreOverride,
	ScorePenalty,
	Task,
} from "~db/schema";
import { countedFlights } from "./counted-flights";
import { fitted, mostOtherStarts } from "./day-scores";
import { findingKey, findingText, isOpen } from "./finding-values";
import { fastestKmh, isIrregular } from "./flight-result";
import { type Contender, type Outcome, roundHalfUp, scoreDay } from "./points";
import { withoutReason } from "./score-decision";

export interface ScoringCompetitor {
	readonly registrationId: string;
	/** The factor H; null when the glider or the class has no index. */
	readonly handicap: number | null;
	/** Whether the entry is a guest's on that day; the scorer may decide it for one day. */
	readonly isGuest: boolean;
	readonly state: PilotStatus | null;
	readonly stateAt: Date | null;
	/** Whether no deadline counts for the log. */
	readonly isNeverDue?: boolean;
	/** Result of each of the competitor's flights that day. */
	readonly flightResults: readonly FlightResult[];
	/** Flights that show no points before somebody has looked at them. */
	readonly held: readonly FlightToReview[];
	readonly decision: ScoreDecision;
	/** Whether the competitor is disqualified from the competition on the day, which is no decision about it. */
	readonly isDisqualified: boolean;
}

export interface FlightToReview {
	readonly result: FlightResult;
	readonly reason: HoldReason;
}

interface KnownFlight {
	readonly flight: FlightResult | null;
	readonly held: HoldReason | null;
	readonly isBetterHeld: boolean;
}

interface Judged extends KnownFlight {
	readonly contender: Contender;
	readonly times: Pick<ScoredRow, "start" | "finish">;
	readonly isHandicapMissing: boolean;
	readonly decision: ScoreDecision;
}

export type ScoredTask = Task & {
	readonly id: string;
	readonly number: number;
	/** Local date. */
	readonly date: string;
};

/** Scores a class. The order of the competitors changes nothing. */
export function makeDayScores(
	task: ScoredTask,
	competitors: readonly ScoringCompetitor[],
	now: Date,
): DayScores {
	const deadline: LogDeadline = { date: task.date, logDeadlineS: task.rules.logDeadlineS, now };
	const judged = competitors
		.toSorted((a, b) => (a.registrationId < b.registrationId ? -1 : 1))
		.map((competitor) => judge(competitor, flightOf(competitor), task, deadline));
	const score = (all: readonly Judged[]) =>
		scoreDay(
			task,
			all.map(({ contender }) => contender),
		);
	const unpunished = score(judged);
	const flights = judged.map((one, index) =>
		withPenalties(one, unpunished.rows[index]?.pv ?? 0, unpunished.day),
	);
	const { day, rows } = score(flights);
	const pointsOf = new Map(rows.map((row) => [row.id, row]));
	const summary = summaryOf(task);
	return fitted({
		task: summary,
		logs: flights.filter(({ flight, held }) => flight !== null && held === null).length,
		expected: flights.filter(({ contender }) => contender.outcome.kind !== "dnf").length,
		day,
		rows: flights
			.flatMap((flight) => {
				const points = pointsOf.get(flight.contender.id);
				return points ? [toRow(flight, points, summary.points)] : [];
			})
			.toSorted((a, b) => (a.rank ?? rows.length + 1) - (b.rank ?? rows.length + 1)),
	});
}

function summaryOf(task: ScoredTask): DayScores["task"] {
	const { id, number, kind, taskTimeS, scoring, points } = task;
	const { d1Km, dmKm, handicaps } = scoring;
	return { id, number, kind, taskTimeS, d1Km, dmKm, handicaps, points: points.map(({ name }) => name) };
}

/** The flight that counts. A flight that is held counts only when there is no other. */
function flightOf({ flightResults, held }: ScoringCompetitor): KnownFlight {
	const flight = bestOf(countedFlights(flightResults));
	const [first] = held;
	if (!flight) return { flight: first?.result ?? null, held: first?.reason ?? null, isBetterHeld: false };
	// A log that nobody has confirmed is worth nothing beside another one.
	const doubtful = held.filter(({ reason }) => reason === "findings").map(({ result }) => result);
	return { flight, held: null, isBetterHeld: bestOf([flight, ...doubtful]) !== flight };
}

function judge(
	competitor: ScoringCompetitor,
	known: KnownFlight,
	task: ScoredTask,
	deadline: LogDeadline,
): Judged {
	const { flight, held } = known;
	const { decision, registrationId } = competitor;
	const { disqualified } = decision;
	const guest = competitor.isGuest || decision.guest;
	const override = withoutReason(decision.override);
	const hasNotFlown = competitor.state === null || competitor.state === "DNF";
	const state = hasNotFlown && saysLaunched(override) ? "FLYING" : competitor.state;
	// A log that nobody has confirmed says nothing about the day: the competitor stays in the air, out or missing.
	const counted = held === "unconfirmed" ? null : flight;
	const logged: Outcome =
		held === "findings"
			? { kind: "withheld" }
			: outcomeOf({ ...competitor, state, result: counted }, deadline);
	const { outcome, ...times } = applyOverride(logged, counted, override, task.taskTimeS);
	const handicap = override?.handicap ?? competitor.handicap;
	const contender: Contender = {
		id: registrationId,
		handicap: task.scoring.handicaps ? (handicap ?? 1) : 1,
		guest,
		disqualified: disqualified || competitor.isDisqualified,
		penalty: 0,
		outcome,
	};
	return {
		...known,
		contender,
		times,
		isHandicapMissing: task.scoring.handicaps && handicap === null,
		decision,
	};
}

function toRow(
	{ contender, flight, held, isBetterHeld, times, isHandicapMissing, decision }: Judged,
	{ id: _, ...points }: PointsRow,
	pointNames: readonly string[],
): ScoredRow {
	const { id, handicap, guest, penalty, outcome, disqualified } = contender;
	const status = outcome.kind === "outlanded" ? "out" : outcome.kind;
	return {
		...points,
		registrationId: id,
		status: disqualified ? "dsq" : status,
		handicap,
		isHandicapMissing,
		guest,
		penalty,
		penalties: decision.penalties.map((one) => withFinding(one, flight?.findings ?? [], pointNames)),
		override: withoutReason(decision.override),
		...times,
		...figuresOf(outcome),
		flight: flight && { ...flight, otherStarts: flight.otherStarts.slice(0, mostOtherStarts) },
		...(held && outcome.kind !== "finished" && outcome.kind !== "out" ? { held } : {}),
		...(isBetterHeld ? { isBetterHeld } : {}),
		...(disqualified ? {} : proposalsOf(flight, decision)),
	};
}

/** The points of the findings that wait for the scorer; nothing when none does. */
function proposalsOf(flight: FlightResult | null, decision: ScoreDecision): Pick<ScoredRow, "proposed"> {
	const open = (flight?.findings ?? []).filter((one) => isOpen(one, decision));
	return open.length > 0 ? { proposed: open.reduce((sum, one) => sum + one.proposedPoints, 0) } : {};
}

/** Names the finding whose words a penalty has, in any language, as long as the flight has it. */
function withFinding(
	penalty: ScorePenalty,
	findings: readonly Finding[],
	pointNames: readonly string[],
): RowPenalty {
	const found = findings.find((one) => findingKey(one) === penalty.finding);
	const isSaid = (one: Finding) =>
		languages.some(
			(language) => findingText(textsOf(language).t, one, pointNames, language) === penalty.text,
		);
	if (!found || !isSaid(found)) return penalty;
	const { point, proposedPoints: _, ...said } = found;
	return { ...penalty, said: { ...said, pointName: point === null ? null : (pointNames[point] ?? null) } };
}

/** A pilot with two logs of a day is scored by the one that is worth more. */
function bestOf(flightResults: readonly FlightResult[]): FlightResult | null {
	const worth = ({ status, distanceM, timeS }: FlightResult) =>
		status === "finished" ? [2, timeS ? distanceM / timeS : 0] : [status === "out" ? 1 : 0, distanceM];
	return flightResults.reduce<FlightResult | null>((best, one) => {
		if (!best) return one;
		const [[rank = 0, value = 0], [bestRank = 0, bestValue = 0]] = [worth(one), worth(best)];
		return rank > bestRank || (rank === bestRank && value > bestValue) ? one : best;
	}, null);
}

function figuresOf(outcome: Outcome): Pick<ScoredRow, "distanceM" | "timeS" | "speedKmh"> {
	if (outcome.kind === "out") return { distanceM: outcome.distanceM, timeS: null, speedKmh: null };
	if (outcome.kind !== "finished") return { distanceM: null, timeS: null, speedKmh: null };
	const { distanceM, timeS } = outcome;
	return { distanceM, timeS, speedKmh: (distanceM / timeS) * 3.6 };
}

/**
 * The penalties are the last of all, and change nobody else's points: a low finish costs no more than the points for speed.
 * @param pv before the factors of the day
 */
function withPenalties(judged: Judged, pv: number, day: DayFigures): Judged {
	const most = roundHalfUp(day.f * day.fcr * pv);
	const { flight, decision, contender } = judged;
	const findings = flight?.findings.map((one) =>
		one.kind === "finishLow" ? { ...one, proposedPoints: Math.min(most, one.proposedPoints) } : one,
	);
	const penalties = decision.penalties.map((one) =>
		one.finding?.startsWith("finishLow/") ? { ...one, points: Math.min(most, one.points) } : one,
	);
	return {
		...judged,
		flight: flight && findings ? { ...flight, findings } : flight,
		decision: { ...decision, penalties },
		contender: { ...contender, penalty: penalties.reduce((sum, { points }) => sum + points, 0) },
	};
}

interface KnownDay {
	readonly result: FlightResult | null;
	readonly state: PilotStatus | null;
	/** When the state was set. */
	readonly stateAt: Date | null;
	readonly isNeverDue?: boolean;
}

interface LogDeadline {
	/** Local date of the competition day. */
	readonly date: string;
	/** Seconds after the landing; without a rule, logs are due at the end of the day. */
	readonly logDeadlineS: number | null;
	readonly now: Date;
}

/**
 * The outcome of a competitor. A log that could not be evaluated by itself waits for the scorer. Another log says what was flown.
 * Without a log, the status says it as long as the log is not due.
 */
export function outcomeOf(
	{ result, state, stateAt, isNeverDue = false }: KnownDay,
	deadline: LogDeadline,
): Outcome {
	if (result && isIrregular(result)) return { kind: "withheld" };
	if (result?.status === "finished" && result.timeS !== null)
		return { kind: "finished", distanceM: result.distanceM, timeS: result.timeS };
	if (result?.status === "out") return { kind: "out", distanceM: result.distanceM };
	if (state === null || state === "DNF") return { kind: "dnf" };
	const isDue = !isNeverDue && deadline.now.getTime() >= dueAt(deadline, state === "FLYING" ? null : stateAt);
	if (isDue) return { kind: "missing" };
	return { kind: state === "OUTLANDING" ? "outlanded" : "flying" };
}

/** @param landedAt null for a competitor who has not landed */
function dueAt({ date, logDeadlineS }: LogDeadline, landedAt: Date | null): number {
	const endOfDay = startOfDay(addDays(date, 1)).getTime();
	if (landedAt === null || logDeadlineS === null) return endOfDay;
	return Math.min(endOfDay, landedAt.getTime() + logDeadlineS * 1000);
}

interface JudgedFlight {
	readonly outcome: Outcome;
	/** Milliseconds since 1970. */
	readonly start: number | null;
	readonly finish: number | null;
}

/**
 * Applies the scorer's override to a flight. Start and finish give a time. A distance with a time makes a finisher; `out` makes the
 * flight an outlanding, with or without a log.
 * @param taskTimeS the least time of an area task
 */
export function applyOverride(
	outcome: Outcome,
	flight: FlightResult | null,
	override: ScoreOverride | null,
	taskTimeS: number | null,
): JudgedFlight {
	const { start, finish } = timesOf(flight, override);
	if (!override) return { outcome, start, finish };
	const distanceM = override.distanceM ?? flight?.distanceM ?? null;
	const isFlown = outcome.kind === "finished" || outcome.kind === "out";
	if (override.out) return { outcome: { kind: "out", distanceM: distanceM ?? 0 }, start, finish: null };
	const moved = override.start !== null || override.finish !== null;
	const flownS = moved && start !== null && finish !== null ? (finish - start) / 1000 : null;
	const evaluatedS = outcome.kind === "finished" ? outcome.timeS : null;
	const decidedS = override.timeS ?? flownS;
	const timeS = decidedS === null ? evaluatedS : Math.max(decidedS, taskTimeS ?? 0);
	if (timeS !== null && timeS > 0 && distanceM !== null)
		return { outcome: { kind: "finished", distanceM, timeS }, start, finish };
	if (override.distanceM !== null || isFlown)
		return { outcome: { kind: "out", distanceM: distanceM ?? 0 }, start, finish };
	return { outcome, start, finish };
}

/** Start and finish of the flight, as the scorer wants them. */
function timesOf(
	flight: FlightResult | null,
	override: ScoreOverride | null,
): Pick<JudgedFlight, "start" | "finish"> {
	return {
		start: override?.start ? Date.parse(override.start) : (flight?.start?.at ?? null),
		finish: override?.finish ? Date.parse(override.finish) : (flight?.finish ?? null),
	};
}

/**
 * Complaints about a flight with the scorer's override, by field: a finish that is not after the start, or a flight that no log
 * could score with. Null when there are none.
 */
export function overrideErrors(flight: FlightResult | null, override: ScoreOverride): FieldErrors | null {
	if (override.out) return null;
	const { start, finish } = timesOf(flight, override);
	const flownS = start === null || finish === null ? null : (finish - start) / 1000;
	if (flownS !== null && flownS <= 0) return { finish: "scoringAdmin.finishBeforeStart" };
	const changed = [override.start, override.finish, override.distanceM, override.timeS];
	if (changed.every((value) => value === null)) return null;
	const distanceM = override.distanceM ?? flight?.distanceM ?? 0;
	const timeS = override.timeS ?? flownS;
	const isTooFast = timeS !== null && (distanceM / timeS) * 3.6 > fastestKmh;
	return isTooFast ? { time: `scoringAdmin.tooFast?kmh=${fastestKmh}` } : null;
}

/** Whether a decision says that somebody launched. A handicap and a glider say nothing of it. */
function saysLaunched(override: ScoreOverride | null): boolean {
	if (!override) return false;
	const { handicap: _, glider: __, ...flown } = override;
	return Object.values(flown).some((value) => value !== null && value !== false);
}
