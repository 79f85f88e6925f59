/*
 * Points of a day by FAI Sporting Code 3, Annex A, chapter 8, a second time: written from the formulas alone, in fractions without an error
 * of rounding, so that nothing but the rules is between a flight and its points. It must never import from app/lib/scoring, as it judges it.
 */

/** A fraction of whole numbers; the lower one is above 0. */
type Fraction = readonly [bigint, bigint];

/** Takes a number as it is written in decimals: 0.1 is a tenth. */
function exactly(value: number): Fraction {
	const [digits = "", exponent = "0"] = String(value).split("e");
	const [whole = "", decimals = ""] = digits.split(".");
	const power = BigInt(decimals.length) - BigInt(exponent);
	const top = BigInt(whole + decimals);
	return power >= 0n ? [top, 10n ** power] : [top * 10n ** -power, 1n];
}

const one = exactly(1);
const zero = exactly(0);
const isLess = (a: Fraction, b: Fraction) => a[0] * b[1] < b[0] * a[1];
const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const minus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] - b[0] * a[1], a[1] * b[1]];
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
/** Divides by what is above 0. */
const per = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]];
const least = (...of: readonly [Fraction, ...Fraction[]]) => of.reduce((a, b) => (isLess(b, a) ? b : a));
const most = (...of: readonly [Fraction, ...Fraction[]]) => of.reduce((a, b) => (isLess(a, b) ? b : a));

/** Rounds to the nearest whole number, a half up. */
function rounded(value: Fraction): number {
	const [top, bottom] = plus(value, [1n, 2n]);
	const whole = top / bottom;
	return Number(top < 0n && top % bottom !== 0n ? whole - 1n : whole);
}

/** A competitor of the day; who has not launched is none. */
export interface Flown {
	/** Null without a performance. */
	readonly distanceM: number | null;
	/** Of a finisher; at least the task time in an area task. */
	readonly timeS: number | null;
	/** Handicap factor, 1 when handicaps are off. */
	readonly handicap: number;
	readonly isGuest: boolean;
	readonly isDisqualified: boolean;
	readonly penalty: number;
	/** What is presumed of who has no performance: nothing once the deadline of the logs is over. */
	readonly presumed: "finisher" | "out" | null;
}

export interface Scored {
	/** Null of who has no performance and is presumed to have one. */
	readonly points: number | null;
	/** Null of a guest, and of who has no performance. A disqualified flight is worth 0 and has the place of that. */
	readonly rank: number | null;
}

export interface DayRules {
	readonly d1Km: number;
	readonly dmKm: number;
}

const finished = ({ distanceM, timeS }: Flown) => distanceM !== null && timeS !== null;
/** D/H in kilometres. */
const distanceOf = ({ distanceM, handicap }: Flown): Fraction =>
	distanceM === null ? zero : per(exactly(distanceM), times(exactly(handicap), exactly(1000)));
/** T in hours. */
const hoursOf = ({ timeS }: Flown): Fraction => per(exactly(timeS ?? 0), exactly(3600));
/** V/H of a finisher in kilometres an hour. */
const speedOf = (of: Flown): Fraction => per(distanceOf(of), hoursOf(of));
const countOf = (of: readonly Flown[]) => exactly(of.length);
const twoThirds: Fraction = [2n, 3n];

/** Do, Vo, N, n1, n2 of a day, what follows of them, and whether the day counts. */
function parametersOf(flown: readonly Flown[], { d1Km, dmKm }: DayRules) {
	const counted = flown.filter(({ isGuest }) => !isGuest);
	const finishers = counted.filter(finished);
	const best = most(zero, ...counted.map(distanceOf));
	const fastest = most(zero, ...finishers.map(speedOf));
	const timesOfFastest = finishers.filter((of) => !isLess(speedOf(of), fastest)).map(hoursOf);
	const [first, ...others] = timesOfFastest;
	const hours = first ? least(first, ...others) : exactly(100);

	const reached = counted.filter(
		(of) =>
			(of.distanceM === null && of.presumed !== null) ||
			(of.distanceM !== null && !isLess(distanceOf(of), exactly(dmKm))),
	);
	const slowest = times(twoThirds, fastest);
	const fast = counted.filter(
		(of) =>
			(of.distanceM === null && of.presumed === "finisher") || (finished(of) && isLess(slowest, speedOf(of))),
	);
	const isValid = reached.length * 4 > counted.length;
	if (!isValid) return { isValid, best, fastest, slowest, factor: zero, forSpeed: zero, forDistance: zero };

	const [n, n1, n2] = [countOf(counted), countOf(reached), countOf(fast)];
	const available = most(
		zero,
		least(
			exactly(1000),
			minus(per(times(exactly(1250), best), exactly(d1Km)), exactly(250)),
			minus(times(exactly(400), hours), exactly(200)),
		),
	);
	const f = least(one, times(exactly(1.25), per(n1, n)));
	const fcr = least(one, plus(times(exactly(1.2), per(n2, n1)), exactly(0.6)));
	const forSpeed = times(times(twoThirds, per(n2, n)), available);
	return {
		isValid,
		best,
		fastest,
		slowest,
		factor: times(f, fcr),
		forSpeed,
		forDistance: minus(available, forSpeed),
	};
}

/** Points of a flight before its penalties. */
function earned(of: Flown, day: ReturnType<typeof parametersOf>): number {
	const { best, fastest, slowest, factor, forSpeed, forDistance } = day;
	if (!day.isValid || of.distanceM === null || !isLess(zero, best)) return 0;
	if (!finished(of)) return rounded(times(factor, times(forDistance, per(distanceOf(of), best))));
	const speed = speedOf(of);
	const isSlow = isLess(speed, slowest) || !isLess(zero, fastest);
	const ofSpeed = isSlow ? zero : times(forSpeed, per(minus(speed, slowest), minus(fastest, slowest)));
	return rounded(times(factor, plus(ofSpeed, forDistance)));
}

/** Scores a day. @returns for each competitor, in the order given, what it is worth */
export function scoreAgain(flown: readonly Flown[], rules: DayRules): Scored[] {
	const day = parametersOf(flown, rules);
	const points = flown.map((of) => {
		if (of.isDisqualified) return 0;
		if (of.distanceM === null && of.presumed !== null) return null;
		return Math.max(0, earned(of, day) - of.penalty);
	});
	const placed = (at: number) => {
		const of = flown[at];
		return of !== undefined && !of.isGuest && of.distanceM !== null;
	};
	return flown.map((_, at) => {
		const own = points[at] ?? null;
		if (own === null || !placed(at)) return { points: own, rank: null };
		const ahead = points.filter((other, of) => placed(of) && other !== null && other > own);
		return { points: own, rank: ahead.length + 1 };
	});
}
