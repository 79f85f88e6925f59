import type { DayScores, FlightAnalysis, FlownLeg, ScoredRow } from "~db/schema";
import { pointsWithTime } from "../points";

/** Where one flight needed more time than another; the texts are `compare.part.<kind>`. */
export const partKinds = ["start", "rate", "gain", "glide", "distance", "detour", "rest"] as const;
export type PartKind = (typeof partKinds)[number];

/** Whole seconds by which the first flight was slower; negative where it was faster. */
type Parts = Readonly<Record<PartKind, number>>;

interface ComparedLeg {
	/** The point of the task that the leg leads to. */
	readonly point: number;
	/** Seconds by which the first flight was slower; null when one of them has not flown the leg to its end. */
	readonly deltaS: number | null;
	readonly parts: Parts | null;
	readonly legs: readonly [FlownLeg | null, FlownLeg | null];
}

interface Comparison {
	readonly legs: readonly ComparedLeg[];
	/** Seconds by which the first flight was slower, over the legs that both have flown to their end. */
	readonly deltaS: number;
	readonly parts: Parts;
	/** The part that explains most of the difference; null without a difference. `point` is that of its leg. */
	readonly largest: { readonly kind: PartKind; readonly point: number; readonly seconds: number } | null;
}

type Pair<T> = readonly [T, T];

/** Splits the difference of two times so that the parts add up to it; swapping the flights turns every sign. */
export function compareFlights(one: FlightAnalysis, other: FlightAnalysis): Comparison {
	const count = Math.max(one.legs.length, other.legs.length);
	const legs = Array.from({ length: count }, (_, index): ComparedLeg => {
		const [own, theirs] = [one.legs[index] ?? null, other.legs[index] ?? null];
		const point = own?.point ?? theirs?.point ?? index + 1;
		if (!own?.isComplete || !theirs?.isComplete)
			return { point, deltaS: null, parts: null, legs: [own, theirs] };
		const pair = [own, theirs] as const;
		const lower = index === 0 ? theirs.fromHeightM - own.fromHeightM : 0;
		const start = index === 0 ? startPart(lower, one, other) : 0;
		const deltaS = own.timeS - theirs.timeS;
		return { point, deltaS, parts: partsOfLeg(pair, deltaS, start, start === 0 ? 0 : lower), legs: pair };
	});
	const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
	const deltaS = sum(legs.map((leg) => leg.deltaS ?? 0));
	const parts = partsBy((kind) => sum(legs.map((leg) => leg.parts?.[kind] ?? 0)));
	return { legs, deltaS, parts, largest: largestOf(legs, deltaS) };
}

/** Rounds away from zero, so that a swap turns the sign; never returns -0. */
function wholeSeconds(seconds: number): number {
	return Number.isFinite(seconds) ? Math.sign(seconds) * Math.floor(Math.abs(seconds) + 0.5) + 0 : 0;
}

/** Climb rate in metres a second, attempts included; null without a climb. */
function climbRate({ gainM, climbS, attemptS }: FlightAnalysis["whole"] | FlownLeg): number | null {
	return gainM > 0 && climbS > 0 ? gainM / (climbS + attemptS) : null;
}

/** The time that a lower start costs, at the mean of the two mean climb rates. */
function startPart(lowerM: number, one: FlightAnalysis, other: FlightAnalysis): number {
	const [rate, otherRate] = [climbRate(one.whole), climbRate(other.whole)];
	return rate === null || otherRate === null ? 0 : lowerM / ((rate + otherRate) / 2);
}

/**
 * @param start seconds that the lower start costs
 * @param lowerM metres by which the first flight started lower; the climb over them is counted as lost at the start
 */
function partsOfLeg(legs: Pair<FlownLeg>, deltaS: number, start: number, lowerM: number): Parts {
	const said = { ...climbParts(legs, lowerM), ...glideParts(legs), start: wholeSeconds(start) };
	const known = Object.values(said).reduce((sum, seconds) => sum + seconds, 0);
	return { ...said, rest: deltaS - known + 0 };
}

function climbParts([own, theirs]: Pair<FlownLeg>, lowerM: number): Pick<Parts, "rate" | "gain"> {
	const [rate, otherRate] = [climbRate(own), climbRate(theirs)];
	if (rate === null || otherRate === null) return { rate: 0, gain: 0 };
	const height = (own.gainM + theirs.gainM) / 2;
	return {
		rate: wholeSeconds(height * (1 / rate - 1 / otherRate)),
		gain: wholeSeconds((own.gainM - theirs.gainM - lowerM) * ((1 / rate + 1 / otherRate) / 2)),
	};
}

function glideParts([own, theirs]: Pair<FlownLeg>): Pick<Parts, "glide" | "distance" | "detour"> {
	if (own.glideS <= 0 || theirs.glideS <= 0 || own.glideM <= 0 || theirs.glideM <= 0)
		return { glide: 0, distance: 0, detour: 0 };
	const [pace, otherPace] = [own.glideS / own.glideM, theirs.glideS / theirs.glideM];
	const beyond = ({ flownM, creditedM }: FlownLeg) => flownM - creditedM;
	const meanPace = (pace + otherPace) / 2;
	return {
		// The mean of what was flown is the mean credited distance and the mean detour.
		glide: wholeSeconds(((own.flownM + theirs.flownM) / 2) * (pace - otherPace)),
		distance: wholeSeconds((own.creditedM - theirs.creditedM) * meanPace),
		detour: wholeSeconds((beyond(own) - beyond(theirs)) * meanPace),
	};
}

function partsBy(value: (kind: PartKind) => number): Parts {
	const [start, rate, gain, glide, distance, detour, rest] = partKinds.map((kind) => value(kind) + 0);
	return {
		start: start ?? 0,
		rate: rate ?? 0,
		gain: gain ?? 0,
		glide: glide ?? 0,
		distance: distance ?? 0,
		detour: detour ?? 0,
		rest: rest ?? 0,
	};
}

/** The largest of the parts that point the same way as the difference. The part that is left over explains nothing. */
function largestOf(legs: readonly ComparedLeg[], deltaS: number): Comparison["largest"] {
	let largest: Comparison["largest"] = null;
	for (const { point, parts } of legs)
		for (const kind of partKinds) {
			const seconds = parts?.[kind] ?? 0;
			if (kind === "rest" || seconds * deltaS <= 0) continue;
			if (!largest || Math.abs(seconds) > Math.abs(largest.seconds)) largest = { kind, point, seconds };
		}
	return largest;
}

/**
 * Points that a flight would gain with less time; negative when it would lose some. Null for a flight without a time.
 * @param seconds by which the time would be less
 */
export function lostPoints({ day, task }: DayScores, row: ScoredRow, seconds: number): number | null {
	const { distanceM, timeS, handicap } = row;
	if (row.status !== "finished" || distanceM === null || timeS === null) return null;
	const scored = (time: number) =>
		pointsWithTime(day, { distanceM, handicap }, Math.max(time, task.taskTimeS ?? 0));
	return Math.round((scored(timeS - seconds) - scored(timeS)) * 10) / 10;
}
