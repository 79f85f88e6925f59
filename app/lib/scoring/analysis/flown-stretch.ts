import type { FlightPhase, Motion } from "~/lib/flights/analysis/climbs-and-glides";
import { fixBefore, heightAt, type Track } from "~/lib/flights/igc-file/track";
import { legBetween, type Position } from "~/lib/maps/geodesy";
import { at, roundTo } from "~/lib/numbers";
import type { FlownStretch } from "~db/schema";

/** A part of a flight, in seconds of the track. */
export interface Stretch {
	readonly from: number;
	readonly to: number;
	readonly creditedM: number;
}

/** What was flown in one kind of phase. */
interface Sum {
	seconds: number;
	/** Metres climbed, negative when the glider sank. */
	rise: number;
	metres: number;
	number: number;
}

/**
 * The figures of a part of a flight. A phase that reaches beyond its ends counts with the part inside, and counts as a climb if its
 * middle is inside.
 * @param phases empty when the fixes are too far apart to say who circles
 */
export function flownBetween(
	track: Track,
	motion: Motion,
	phases: readonly FlightPhase[],
	{ from, to, creditedM }: Stretch,
): FlownStretch {
	const empty = (): Sum => ({ seconds: 0, rise: 0, metres: 0, number: 0 });
	const sums = { climb: empty(), attempt: empty(), glide: empty(), gap: empty() };
	let lost = 0;
	for (const { kind, first, last } of phases) {
		const [begin, end] = [at(track.times, first), at(track.times, last)];
		const [inFrom, inTo] = [Math.max(from, begin), Math.min(to, end)];
		if (inTo <= inFrom) continue;
		const sum = sums[kind];
		const rise = heightAt(track, inTo) - heightAt(track, inFrom);
		sum.seconds += inTo - inFrom;
		sum.rise += rise;
		sum.metres +=
			kind === "glide"
				? lengthAt(track, motion, inTo) - lengthAt(track, motion, inFrom)
				: straight(track, inFrom, inTo);
		const middle = (begin + end) / 2;
		if (middle >= from && middle < to) sum.number++;
		if (kind === "attempt") lost += Math.max(0, -rise);
	}
	const { climb, attempt, glide, gap } = sums;
	const flownM =
		phases.length === 0
			? lengthAt(track, motion, to) - lengthAt(track, motion, from)
			: climb.metres + attempt.metres + glide.metres + gap.metres;
	return {
		timeS: Math.round(to - from),
		flownM: Math.round(flownM),
		fromHeightM: Math.round(heightAt(track, from)),
		toHeightM: Math.round(heightAt(track, to)),
		climbs: climb.number,
		climbS: Math.round(climb.seconds),
		gainM: Math.round(climb.rise),
		attempts: attempt.number,
		attemptS: Math.round(attempt.seconds),
		attemptLossM: Math.round(lost),
		glideS: Math.round(glide.seconds),
		glideM: Math.round(glide.metres),
		/** Negative when the glides went up. */
		glideLossM: Math.round(-glide.rise),
		gapS: Math.round(gap.seconds),
		detour: creditedM > 0 ? roundTo(3, flownM / creditedM - 1) : null,
	};
}

/** Metres along the track until a time. */
function lengthAt(track: Track, { lengths }: Motion, time: number): number {
	const { fix, next, share } = placeOf(track, time);
	return at(lengths, fix) + share * (at(lengths, next) - at(lengths, fix));
}

/** Metres between the places at two times. */
function straight(track: Track, from: number, to: number): number {
	return legBetween("wgs84", positionAt(track, from), positionAt(track, to)).distanceM;
}

function positionAt(track: Track, time: number): Position {
	const { fix, next, share } = placeOf(track, time);
	const between = (values: Float64Array) => at(values, fix) + share * (at(values, next) - at(values, fix));
	return { latitude: between(track.latitudes), longitude: between(track.longitudes) };
}

/** The fixes around a time. */
function placeOf(track: Track, time: number) {
	const fix = fixBefore(track, time);
	const next = Math.min(fix + 1, track.length - 1);
	const span = at(track.times, next) - at(track.times, fix);
	return { fix, next, share: span > 0 ? Math.min(1, Math.max(0, (time - at(track.times, fix)) / span)) : 0 };
}
