import type { Task } from "~/lib/tasks/task";
import type { CompetitorState } from "~db/enums";
import { type LogDeadline, outcomeOf } from "./outcome";
import type { Finding, Performance } from "./performance";
import {
	type Contender,
	type DayFigures,
	type Outcome,
	type PointsRow,
	roundHalfUp,
	scoreDay,
} from "./points";
import type { ScoredRow, ScoreSheet } from "./score-sheet";

export interface SheetCompetitor {
	readonly registrationId: string;
	/** The factor H; null when the glider or the class has no index. */
	readonly handicap: number | null;
	readonly state: CompetitorState | null;
	readonly stateAt: Date | null;
	/** Of each of the competitor's flights that day. */
	readonly performances: readonly Performance[];
}

export type ScoredTask = Task & {
	readonly id: string;
	readonly number: number;
	/** Local date. */
	readonly date: string;
};

/** Scores a class. The order of the competitors changes nothing. */
export function makeSheet(task: ScoredTask, competitors: readonly SheetCompetitor[], now: Date): ScoreSheet {
	const deadline: LogDeadline = { date: task.date, logDeadlineS: task.rules.logDeadlineS, now };
	const flights = competitors
		.toSorted((a, b) => (a.registrationId < b.registrationId ? -1 : 1))
		.map((competitor) => {
			const flight = bestOf(competitor.performances);
			return { flight, contender: contenderOf(competitor, flight, deadline) };
		});
	const { day, rows } = scoreDay(
		task,
		flights.map(({ contender }) => contender),
	);
	const pointsOf = new Map(rows.map((row) => [row.id, row]));
	return {
		task: summaryOf(task),
		logs: flights.filter(({ flight }) => flight !== null).length,
		expected: competitors.length,
		day,
		rows: flights
			.flatMap(({ contender, flight }) => {
				const points = pointsOf.get(contender.id);
				return points ? [toRow(contender, flight, points, day)] : [];
			})
			.toSorted((a, b) => (a.rank ?? rows.length + 1) - (b.rank ?? rows.length + 1)),
	};
}

function summaryOf(task: ScoredTask): ScoreSheet["task"] {
	const { id, number, kind, taskTimeS, scoring, points } = task;
	const { d1Km, dmKm, handicaps } = scoring;
	return { id, number, kind, taskTimeS, d1Km, dmKm, handicaps, points: points.map(({ name }) => name) };
}

function contenderOf(
	competitor: SheetCompetitor,
	performance: Performance | null,
	deadline: LogDeadline,
): Contender {
	return {
		id: competitor.registrationId,
		handicap: competitor.handicap ?? 1,
		guest: false,
		disqualified: false,
		penalty: 0,
		outcome: outcomeOf({ ...competitor, performance }, deadline),
	};
}

function toRow(
	{ id, handicap, guest, penalty, outcome }: Contender,
	flight: Performance | null,
	{ id: _, ...points }: PointsRow,
	day: DayFigures,
): ScoredRow {
	return {
		...points,
		registrationId: id,
		status: outcome.kind === "outlanded" ? "out" : outcome.kind,
		handicap,
		guest,
		penalty,
		...figuresOf(outcome, flight),
		flight: flight && withCaps(flight, points.pv ?? 0, day),
	};
}

/** A pilot with two logs of a day is scored by the one that is worth more. */
function bestOf(performances: readonly Performance[]): Performance | null {
	const worth = ({ status, distanceM, timeS }: Performance) =>
		status === "finished" ? [2, timeS ? distanceM / timeS : 0] : [status === "out" ? 1 : 0, distanceM];
	return performances.reduce<Performance | null>((best, one) => {
		if (!best) return one;
		const [[rank = 0, value = 0], [bestRank = 0, bestValue = 0]] = [worth(one), worth(best)];
		return rank > bestRank || (rank === bestRank && value > bestValue) ? one : best;
	}, null);
}

function figuresOf(outcome: Outcome, flight: Performance | null) {
	const isFlown = outcome.kind === "finished" || outcome.kind === "out";
	const timeS = outcome.kind === "finished" ? outcome.timeS : null;
	const distanceM = isFlown ? outcome.distanceM : null;
	return {
		start: flight?.start?.at ?? null,
		finish: flight?.finish ?? null,
		distanceM,
		timeS,
		speedKmh: timeS && distanceM !== null ? (distanceM / timeS) * 3.6 : null,
	};
}

/** A low finish costs no more than the points for speed, which are known only now. */
function withCaps(flight: Performance, pv: number, day: DayFigures): Performance {
	const most = roundHalfUp(day.f * day.fcr * pv);
	const capped = (finding: Finding) =>
		finding.kind === "finishLow"
			? { ...finding, proposedPoints: Math.min(most, finding.proposedPoints) }
			: finding;
	return { ...flight, findings: flight.findings.map(capped) };
}
