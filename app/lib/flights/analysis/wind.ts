import type { Track } from "~/lib/flights/igc-file/track";
import { compassDegrees, radiansPerDegree } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import type { FlownWind } from "~db/schema";
import type { FlightPhase, Motion } from "./climbs-and-glides";

/** What a part of a climb needs for a measure of the wind: full circles, samples, and at most so many seconds between two samples. */
const leastCircles = 2;
const leastSamples = 8;
const longestStep = 4;
/**
 * How far speeds may be off the cosine, as a share of their mean. A share of the wind would, in a light one, let only those circles
 * count that happened to say a strong one.
 */
const mostResidual = 0.25;

/** The wind in a part of a climb: the velocity of the air, in metres a second. */
interface CircleWind {
	readonly east: number;
	readonly north: number;
	/** Seconds of the track, and metres above sea level, at the middle of the part. */
	readonly time: number;
	readonly heightM: number;
	readonly circles: number;
}

/**
 * The winds of a climb, of each of its parts of two circles or a little more: who looks for the core flies its first circles faster
 * than the others, so that no one cosine fits them all. Only the longest stretch counts whose fixes are close enough: recorders
 * leave one out now and then. Empty when the circles do not say enough.
 */
export function windsOfClimb(track: Track, motion: Motion, climb: FlightPhase): CircleWind[] {
	const { turned } = motion;
	const [first, last] = densestPart(track, climb);
	const turns = new Float64Array(last - first + 1);
	for (let fix = first + 1; fix <= last; fix++)
		turns[fix - first] = at(turns, fix - first - 1) + at(turned, fix);
	const whole = at(turns, last - first);
	const parts = Math.floor(Math.abs(whole) / (360 * leastCircles));
	const found: CircleWind[] = [];
	let from = first;
	for (let part = 1; part <= parts; part++) {
		let to = from;
		while (to < last && at(turns, to - first) / whole < part / parts) to++;
		if (part === parts) to = last;
		const circles = Math.abs(at(turns, to - first) - at(turns, from - first)) / 360;
		const wind = fittedWind(motion, from, to);
		if (wind)
			found.push({
				...wind,
				time: (at(track.times, from) + at(track.times, to)) / 2,
				heightM: (at(track.heights, from) + at(track.heights, to)) / 2,
				circles,
			});
		from = to;
	}
	return found;
}

/** Fits a cosine to the speed over ground by course; null when there are too few fixes, or when it does not fit. */
function fittedWind(
	{ begins, courses, speeds }: Motion,
	first: number,
	last: number,
): Pick<CircleWind, "east" | "north"> | null {
	let count = 0;
	/** Sums of the normal equations: of 1, cosine and sine of the course, and of their products with the speed. */
	let [c, s, cc, cs, ss, v, vc, vs, vv] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
	for (let fix = first + 1; fix <= last; fix++) {
		const [course, speed] = [at(courses, fix) * radiansPerDegree, at(speeds, fix)];
		if (Number.isNaN(course) || at(begins, fix) < first) continue;
		const [cosine, sine] = [Math.cos(course), Math.sin(course)];
		count++;
		c += cosine;
		s += sine;
		cc += cosine * cosine;
		cs += cosine * sine;
		ss += sine * sine;
		v += speed;
		vc += speed * cosine;
		vs += speed * sine;
		vv += speed * speed;
	}
	const solved = count < leastSamples ? null : solve([count, c, s, v], [c, cc, cs, vc], [s, cs, ss, vs]);
	if (!solved) return null;
	const [mean, north, east] = solved;
	const squares = Math.max(0, vv - mean * v - north * vc - east * vs);
	return Math.sqrt(squares / count) < mostResidual * mean ? { east, north } : null;
}

/** The first and the last fix of the longest stretch without a step that is too long. */
function densestPart({ times }: Track, { first, last }: FlightPhase): readonly [first: number, last: number] {
	let [from, longest]: [number, readonly [number, number]] = [first, [first, first]];
	for (let fix = first + 1; fix <= last; fix++) {
		if (at(times, fix) - at(times, fix - 1) > longestStep) from = fix;
		if (at(times, fix) - at(times, from) > at(times, longest[1]) - at(times, longest[0]))
			longest = [from, fix];
	}
	return longest;
}

type Equation = readonly [number, number, number, number];

/** Solves three linear equations by Cramer's rule; null when they are too nearly dependent. */
function solve(one: Equation, two: Equation, three: Equation): readonly [number, number, number] | null {
	const determinant = (a: number, b: number, c: number) =>
		(one[a] ?? 0) * ((two[b] ?? 0) * (three[c] ?? 0) - (two[c] ?? 0) * (three[b] ?? 0)) -
		(one[b] ?? 0) * ((two[a] ?? 0) * (three[c] ?? 0) - (two[c] ?? 0) * (three[a] ?? 0)) +
		(one[c] ?? 0) * ((two[a] ?? 0) * (three[b] ?? 0) - (two[b] ?? 0) * (three[a] ?? 0));
	const whole = determinant(0, 1, 2);
	if (Math.abs(whole) < 1e-6) return null;
	return [determinant(3, 1, 2) / whole, determinant(0, 3, 2) / whole, determinant(0, 1, 3) / whole];
}

const hour = 3_600_000;

/** The winds of a flight: of all parts, then of each third of its heights, then of each hour. Empty without enough circles. */
export function windsOf(
	found: readonly CircleWind[],
	lowestM: number,
	highestM: number,
	toMoment: (time: number) => number,
): FlownWind[] {
	if (found.length === 0) return [];
	const third = Math.max(1, (highestM - lowestM) / 3);
	const hourOf = ({ time }: CircleWind) => Math.floor(toMoment(time) / hour) * hour;
	const of = (
		part: FlownWind["part"],
		climbs: readonly CircleWind[],
		from: number,
		to: number,
	): FlownWind[] =>
		climbs.length === 0 ? [] : [{ part, from: Math.round(from), to: Math.round(to), ...meanOf(climbs) }];
	return [
		...of("all", found, lowestM, highestM),
		...[0, 1, 2].flatMap((index) => {
			const inside = found.filter(
				({ heightM }) => Math.min(2, Math.max(0, Math.floor((heightM - lowestM) / third))) === index,
			);
			return of("heights", inside, lowestM + index * third, lowestM + (index + 1) * third);
		}),
		...[...new Set(found.map(hourOf))]
			.sort((one, other) => one - other)
			.flatMap((begin) =>
				of(
					"hour",
					found.filter((one) => hourOf(one) === begin),
					begin,
					begin + hour,
				),
			),
	];
}

/** Mean of some winds, weighted by circles. */
function meanOf(climbs: readonly CircleWind[]): Pick<FlownWind, "kmh" | "fromDeg" | "circles"> {
	const circles = climbs.reduce((sum, one) => sum + one.circles, 0);
	const east = climbs.reduce((sum, one) => sum + one.east * one.circles, 0) / circles;
	const north = climbs.reduce((sum, one) => sum + one.north * one.circles, 0) / circles;
	return {
		kmh: Math.round(Math.hypot(east, north) * 36) / 10,
		fromDeg: Math.round(compassDegrees(Math.atan2(-east, -north) / radiansPerDegree)) % 360,
		circles: Math.round(circles),
	};
}
