import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import type { GeneratedFix } from "../../scripts/demo/igc-generator";
import { igcFile } from "../../scripts/demo/igc-generator";
import { airfield, cylinder, flyingDate, line, outAndReturn, place, point } from "./flown";

/* A flight in a steady wind, whose figures are known as it is made: straight glides over ground, and circles that drift. */

/** Metres north and east of the airfield. */
export type Metres = readonly [north: number, east: number];

export type Move =
	| { readonly to: Metres; readonly speed: number; readonly sink: number }
	| { readonly seconds: number; readonly climb: number; readonly turn?: -1 | 1; readonly airspeed?: number };

/** Metres a second: 20 km/h from 270°. */
export const windEast = 20 / 3.6;
/** Radians a second: a circle takes 24 s. */
const turnRate = (2 * Math.PI) / 24;
/** UTC seconds of the first fix. */
const begins = 36_000;

interface SoaredOptions {
	readonly interval?: number;
	/** Metres a second of wind from the west. */
	readonly wind?: number;
	/** Seconds after the first fix without any. */
	readonly gap?: readonly [from: number, to: number];
}

/** A fix a second; the interval takes every n-th one of them. */
function fixesOf(moves: readonly Move[], wind: number): GeneratedFix[] {
	const fixes: GeneratedFix[] = [];
	let [north, east, height, heading] = [0, 0, 0, 0];
	const add = () => {
		const altitude = Math.round(450 + height);
		const time = begins + fixes.length;
		const heights = { pressureAltitude: altitude, gnssAltitude: altitude + 45 };
		fixes.push({ time, ...place(north, east), ...heights, valid: true });
	};
	for (let second = 0; second < 60; second++) add();
	for (const move of moves) {
		if ("to" in move) {
			const [fromNorth, fromEast, from] = [north, east, height];
			const metres = Math.hypot(move.to[0] - north, move.to[1] - east);
			heading = Math.atan2(move.to[1] - east, move.to[0] - north);
			const seconds = Math.round(metres / move.speed);
			for (let second = 1; second <= seconds; second++) {
				north = fromNorth + ((move.to[0] - fromNorth) * second) / seconds;
				east = fromEast + ((move.to[1] - fromEast) * second) / seconds;
				height = Math.max(0, from - move.sink * second);
				add();
			}
			continue;
		}
		for (let second = 1; second <= move.seconds; second++) {
			heading += (move.turn ?? 1) * turnRate;
			const { airspeed = 28 } = move;
			north += airspeed * Math.cos(heading);
			east += airspeed * Math.sin(heading) + wind;
			height += move.climb;
			add();
		}
	}
	for (let second = 0; second < 120; second++) add();
	return fixes;
}

export function soaredFile(
	moves: readonly Move[],
	{ interval = 1, wind = windEast, gap }: SoaredOptions = {},
): Uint8Array {
	const kept = fixesOf(moves, wind).filter((_, second) => {
		const isInGap = gap !== undefined && second > gap[0] && second < gap[1];
		return second % interval === 0 && !isInGap;
	});
	return igcFile({ date: flyingDate, flown: kept });
}

export function soared(moves: readonly Move[], options: SoaredOptions = {}): Flight {
	const reading = readFlightLog(soaredFile(moves, options));
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return analyseFlight(reading.log);
}

/** Of the generated flight: two on leg 1, two on leg 2, one on leg 3. */
export const thermals = [
	{ seconds: 360, climb: 2 },
	{ seconds: 288, climb: 2.5, turn: -1 },
	{ seconds: 312, climb: 1.6 },
	{ seconds: 336, climb: 3 },
	{ seconds: 264, climb: 1.2, turn: -1 },
] as const;

const speed = 40;
const sink = 1;
const climbAt = (index: number) => thermals[index] ?? { seconds: 0, climb: 0 };
/** Where somebody is after a thermal; a whole number of circles leaves the drift alone. */
const drifted = ([north, east]: Metres, index: number): Metres => [
	north,
	east + windEast * climbAt(index).seconds,
];
const apart = (one: Metres, other: Metres) => Math.hypot(one[0] - other[0], one[1] - other[1]);
const glide = (to: Metres): Move => ({ to, speed, sink });

export const corners: readonly Metres[] = [
	[0, 0],
	[40_000, 0],
	[40_000, 40_000],
	[0, 0],
];
const [, north = [0, 0], east = [0, 0]] = corners;

/** The way of leg 2 over a place so far north of it: two thermals, and the straight parts between them. */
function secondLeg(aside: number): { readonly metres: number; readonly places: readonly Metres[] } {
	const one: Metres = [40_000 + aside, 8_000];
	const two: Metres = [40_000 + aside, 28_000];
	const [oneAfter, twoAfter] = [drifted(one, 2), drifted(two, 3)];
	const way = [north, one, oneAfter, two, twoAfter, east];
	const metres = way.slice(1).reduce((sum, to, index) => sum + apart(way[index] ?? to, to), 0);
	return { metres, places: [one, two] };
}

/** How far aside makes leg 2 a tenth longer than what is credited. */
function asideOfTenth(): number {
	let [low, high] = [0, 20_000];
	for (let round = 0; round < 60; round++) {
		const middle = (low + high) / 2;
		if (secondLeg(middle).metres < 44_000) low = middle;
		else high = middle;
	}
	return low;
}

const [third = [0, 0], fourth = [0, 0]] = secondLeg(asideOfTenth()).places;

/** Five thermals of known strength, wind 20 km/h from 270°, and a detour of 10 % on leg 2. */
export const generatedMoves: readonly Move[] = [
	{ to: [-6_000, 0], speed: 30, sink: -5 },
	glide([0, 0]),
	glide([10_000, 0]),
	climbAt(0),
	glide([25_000, 0]),
	climbAt(1),
	glide(north),
	glide(third),
	climbAt(2),
	glide(fourth),
	climbAt(3),
	glide(east),
	glide([25_000, 25_000]),
	climbAt(4),
	glide([0, 0]),
	glide([-2_000, 0]),
];

export const soaredTask = outAndReturn({
	points: [
		point(place(0), line(10_000), "Start"),
		point(place(...north), cylinder(60), "Sever"),
		point(place(...east), cylinder(60), "Vychod"),
		point(place(0), cylinder(60), "Cil"),
	],
});

export const soaredDay = { task: soaredTask, date: flyingDate, airfield };
