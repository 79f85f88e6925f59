import type { DayFigures, PointsRow, TaskScoring } from "~db/schema";

/** What is known of a competitor's day. Metres and seconds. */
export type Outcome =
	| { readonly kind: "finished"; readonly distanceM: number; readonly timeS: number }
	| { readonly kind: "out"; readonly distanceM: number }
	/** The competitor has launched, and is in the air, or home before the log is due. The flight is presumed to finish. */
	| { readonly kind: "flying" }
	/** The competitor has landed out, and the log is not due yet. The flight is presumed to have the least distance. */
	| { readonly kind: "outlanded" }
	/** The competitor has launched, and no log came in time. */
	| { readonly kind: "missing" }
	/**
	 * There is a log, but it does not count before somebody has looked at it: the competitor has no points and no place, and is in no
	 * number of the day.
	 */
	| { readonly kind: "withheld" }
	| { readonly kind: "dnf" };

export interface Contender {
	readonly id: string;
	/** The factor H; 1 in a task without handicaps. */
	readonly handicap: number;
	/** The competitor flies "hors concours": gets points, and counts in nothing. */
	readonly guest: boolean;
	readonly disqualified: boolean;
	/** Sum of the penalties, in points. */
	readonly penalty: number;
	readonly outcome: Outcome;
}

export interface DayTask {
	readonly kind: "RT" | "AAT";
	readonly taskTimeS: number | null;
	readonly scoring: Pick<TaskScoring, "d1Km" | "dmKm">;
}

interface DayPoints {
	readonly day: DayFigures;
	readonly rows: readonly PointsRow[];
}

/*
 * FAI Sporting Code section 3 Annex A, 2025 edition, chapter 8. Pm, F, Pvm, Pv and Pd are of 8.3 and 8.4, FCR is the
 * completion ratio factor of 8.3, the quarter is of 8.2.1.
 */

/** A day of this distance over D1, and of three hours, gives the most points. */
const mostPoints = 1000;
const pointsByDistance = { slope: 1250, base: 250 };
const pointsByHour = { slope: 400, base: 200 };
/** To in hours when nobody finished: time then limits nothing. */
const hoursWithoutFinisher = 100;
/** F is whole when four in five fly the least distance. */
const dayFactorSlope = 1.25;
const completion = { slope: 1.2, base: 0.6 };
/** Share of the points that speed gets when all are fast. */
const speedShare = 2 / 3;
/** A finisher gets points for speed above this share of the best. */
const slowestShare = 2 / 3;
const launchedPerCounted = 4;

/** Twelve digits: a quotient that its binary fraction puts just below a limit must still reach it. */
function exact(value: number, digits = 12): number {
	return Number(value.toPrecision(digits));
}

export function roundHalfUp(points: number): number {
	return Math.floor(exact(points) + 0.5);
}

/** Whether a flight counts in n1. */
export function isFar(dhM: number, dmKm: number): boolean {
	return dhM >= dmKm * 1000;
}

/** Whether a finisher counts in n2. */
export function isFast(vhKmh: number, voKmh: number): boolean {
	// Both speeds have twelve digits already, so the last of their quotient says nothing.
	return exact(vhKmh / voKmh, 10) > exact(slowestShare, 10);
}

/** Whether exactly a quarter flew the least distance: the Annex asks for more, and the script of SeeYou counts the day. */
export function isExactQuarter({ n, n1 }: Pick<DayFigures, "n" | "n1">): boolean {
	return n > 0 && launchedPerCounted * n1 === n;
}

interface Flown {
	readonly contender: Contender;
	readonly dhM: number;
	readonly finish: { readonly vhKmh: number; readonly timeS: number } | null;
}

/** Scores a class in one pass. The order of the contenders changes nothing. */
export function scoreDay(task: DayTask, contenders: readonly Contender[]): DayPoints {
	const flights = new Map(
		contenders.flatMap((contender) => {
			const flown = flownBy(contender);
			return flown ? [[contender.id, flown] as const] : [];
		}),
	);
	const day = dayFigures(task, contenders, [...flights.values()]);
	const rows = contenders.map((contender) => pointsOf(contender, flights.get(contender.id), day));
	return { day, rows: rows.map((row, index) => ({ ...row, rank: rankOf(index, rows, contenders) })) };
}

function flownBy(contender: Contender): Flown | null {
	const { outcome, handicap } = contender;
	if (outcome.kind === "out") return { contender, dhM: exact(outcome.distanceM / handicap), finish: null };
	if (outcome.kind !== "finished") return null;
	const { distanceM, timeS } = outcome;
	const vhKmh = timeS > 0 ? exact(((distanceM / timeS) * 3.6) / handicap) : 0;
	return { contender, dhM: exact(distanceM / handicap), finish: { vhKmh, timeS } };
}

function dayFigures(task: DayTask, contenders: readonly Contender[], flights: readonly Flown[]): DayFigures {
	const counted = flights.filter(({ contender }) => !contender.guest);
	const others = contenders.filter(({ guest }) => !guest).map(({ outcome }) => outcome.kind);
	const flying = others.filter((kind) => kind === "flying").length;
	const outlanded = others.filter((kind) => kind === "outlanded").length;
	const missing = others.filter((kind) => kind === "missing").length;

	const finishes = counted.flatMap(({ finish }) => finish ?? []);
	const doM = Math.max(0, ...counted.map(({ dhM }) => dhM));
	const voKmh = Math.max(0, ...finishes.map(({ vhKmh }) => vhKmh));
	const toS = timeOfBest(task, finishes, voKmh);
	const n = counted.length + flying + outlanded + missing;
	const n1 = counted.filter(({ dhM }) => isFar(dhM, task.scoring.dmKm)).length + flying + outlanded;
	const n2 = finishes.filter(({ vhKmh }) => isFast(vhKmh, voKmh)).length + flying;

	const hours = toS === null ? hoursWithoutFinisher : toS / 3600;
	const pm = Math.max(
		0,
		Math.min(
			mostPoints,
			(pointsByDistance.slope * doM) / (task.scoring.d1Km * 1000) - pointsByDistance.base,
			pointsByHour.slope * hours - pointsByHour.base,
		),
	);
	const pvm = n === 0 ? 0 : speedShare * (n2 / n) * pm;
	return {
		n,
		n1,
		n2,
		doM,
		voKmh,
		toS,
		pm,
		f: n === 0 ? 0 : Math.min(1, (dayFactorSlope * n1) / n),
		fcr: n1 === 0 ? 1 : Math.min(1, (completion.slope * n2) / n1 + completion.base),
		pvm,
		pdm: pm - pvm,
		presumed: flying + outlanded,
		counts: launchedPerCounted * n1 > n,
	};
}

/** The lowest time of those with the best speed; at least the task time of an area task. */
function timeOfBest(
	{ kind, taskTimeS }: DayTask,
	finishes: readonly { readonly vhKmh: number; readonly timeS: number }[],
	voKmh: number,
): number | null {
	const best = finishes.filter(({ vhKmh }) => vhKmh === voKmh);
	if (best.length === 0) return null;
	const lowest = Math.min(...best.map(({ timeS }) => timeS));
	return kind === "AAT" ? Math.max(lowest, taskTimeS ?? 0) : lowest;
}

type Unranked = Omit<PointsRow, "rank">;

function pointsOf(contender: Contender, flown: Flown | undefined, day: DayFigures): Unranked {
	const { id, outcome, disqualified, penalty } = contender;
	if (!flown) {
		const isOpen = outcome.kind === "flying" || outcome.kind === "outlanded" || outcome.kind === "withheld";
		return { id, dhM: null, vhKmh: null, pv: null, pd: null, points: isOpen && !disqualified ? null : 0 };
	}
	const { dhM, finish } = flown;
	const pv = finish ? speedPoints(finish.vhKmh, day) : 0;
	const pd = finish ? day.pdm : distancePoints(dhM, day);
	const gross = day.counts && !disqualified ? roundHalfUp(day.f * day.fcr * (pv + pd)) : 0;
	return { id, dhM, vhKmh: finish?.vhKmh ?? null, pv, pd, points: Math.max(0, gross - penalty) };
}

/** The points that a finisher would have with another time, before penalties and not rounded. The numbers of the day stay. */
export function pointsWithTime(
	day: DayFigures,
	{ distanceM, handicap }: { readonly distanceM: number; readonly handicap: number },
	timeS: number,
): number {
	if (!day.counts || timeS <= 0) return 0;
	const vhKmh = ((distanceM / timeS) * 3.6) / handicap;
	return day.f * day.fcr * (speedPoints(vhKmh, day) + day.pdm);
}

function speedPoints(vhKmh: number, { pvm, voKmh }: DayFigures): number {
	if (voKmh === 0) return 0;
	const share = (vhKmh - slowestShare * voKmh) / ((1 - slowestShare) * voKmh);
	return pvm * Math.max(0, share);
}

function distancePoints(dhM: number, { pdm, doM }: DayFigures): number {
	return doM === 0 ? 0 : (pdm * dhM) / doM;
}

/** Equal points share a rank. */
function rankOf(index: number, rows: readonly Unranked[], contenders: readonly Contender[]): number | null {
	const isRanked = (at: number) => {
		const kind = contenders[at]?.outcome.kind;
		return contenders[at]?.guest === false && (kind === "finished" || kind === "out");
	};
	if (!isRanked(index)) return null;
	const own = rows[index]?.points ?? 0;
	return 1 + rows.filter(({ points }, at) => isRanked(at) && (points ?? 0) > own).length;
}
