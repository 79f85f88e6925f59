import { isBridged, type UnpackedTrack, unpackTrack } from "~/lib/flights/replay/unpack-flights";
import { metresPerDegree } from "~/lib/maps/geodesy";
import type { MapPart } from "../movable-map";
import type { Degrees, ReplayData, ReplayFlight } from "./replay-data";

/** Converts degrees to units of the viewport. */
interface Projection {
	readonly x: (longitude: number) => number;
	readonly y: (latitude: number) => number;
}

function projectionOf({ width, height, west, east, south, north }: ReplayData["viewport"]): Projection {
	const stretch = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
	const [low, high] = [stretch(south), stretch(north)];
	return {
		x: (longitude) => ((longitude - west) / (east - west)) * width,
		y: (latitude) => ((high - stretch(latitude)) / (high - low)) * height,
	};
}

/**
 * Returns the metres along the task at a time, for a position in degrees; null before the start, and without a task. A flight that
 * has finished has flown the whole task.
 */
type Progress = (time: number, latitude: number, longitude: number) => number | null;

/** Flat between two places: good to a thousandth within a leg. */
function metresBetween([latitude, longitude]: Degrees, [otherLatitude, otherLongitude]: Degrees): number {
	const middle = ((latitude + otherLatitude) / 2) * (Math.PI / 180);
	const east = (otherLongitude - longitude) * Math.cos(middle);
	return metresPerDegree * Math.hypot(otherLatitude - latitude, east);
}

/** @param points of the task; in an area the place that counts for this flight takes the place of its middle */
function createProgress(points: readonly Degrees[], { start, finish, reached }: ReplayFlight): Progress {
	const course = points.map((point, index) => reached[index - 1]?.[1] ?? point);
	const legs = course.slice(1).map((point, index) => metresBetween(course[index] ?? point, point));
	const flownUntil = legs.map((_, index) => legs.slice(0, index).reduce((sum, leg) => sum + leg, 0));
	const total = legs.reduce((sum, leg) => sum + leg, 0);
	return (time, latitude, longitude) => {
		if (start === null || time < start || legs.length === 0) return null;
		if (finish !== null && time >= finish) return total;
		let leg = 0;
		while (leg < legs.length - 1 && (reached[leg]?.[0] ?? Number.POSITIVE_INFINITY) <= time) leg++;
		const toGo = metresBetween([latitude, longitude], course[leg + 1] ?? [latitude, longitude]);
		return (flownUntil[leg] ?? 0) + Math.max(0, (legs[leg] ?? 0) - toGo);
	};
}

/** A glider of the replay: its track in units of the viewport, and where it is at the time that is shown. */
export class Glider {
	/** Seconds since 1970. */
	readonly times: Float64Array;
	readonly xs: Float64Array;
	readonly ys: Float64Array;
	/** Heights in metres. */
	readonly heights: Float64Array;
	readonly first: number;
	readonly last: number;
	private readonly progress: Progress;
	private readonly latitudes: Float64Array;
	private readonly longitudes: Float64Array;
	isShown = true;
	/** Which of the two it is that alone are listed; null for others. */
	pairPlace: 0 | 1 | null = null;
	/** Place on the podium of the day, from 0; null for others. */
	medal: number | null = null;
	/** Whether it is one of many and grey: medals, pilots with a star and the one who is followed stand out. */
	isQuiet = false;

	/** The position at the time of the last `seek`. The index is that of the last point before it. */
	index = 0;
	x = 0;
	y = 0;
	height = 0;
	/** Seconds since 1970. */
	time = 0;

	constructor(
		readonly flight: ReplayFlight,
		/** Degrees on the colour circle. */
		readonly hue: number,
		track: UnpackedTrack,
		{ x, y }: Projection,
		points: readonly Degrees[],
	) {
		this.times = track.times;
		this.heights = track.heights;
		this.latitudes = track.latitudes;
		this.longitudes = track.longitudes;
		this.xs = track.longitudes.map(x);
		this.ys = track.latitudes.map(y);
		this.first = this.times[0] ?? 0;
		this.last = this.times.at(-1) ?? 0;
		this.progress = createProgress(points, flight);
	}

	/** The time from which the flight counts: its start, else its take-off. */
	get begins(): number {
		return this.flight.start ?? this.first;
	}

	/** False in a gap of hours, during which the position is unknown. */
	get isInAir(): boolean {
		return this.time >= this.first && this.time < this.last && isBridged(this.times, this.index);
	}

	/** Moves to a time; steps from the last one are short while the replay runs. */
	seek(time: number): void {
		const { times } = this;
		this.time = time;
		const end = Math.max(0, times.length - 2);
		let index = (times[this.index] ?? 0) <= time ? this.index : 0;
		if ((times[Math.min(end, index + 16)] ?? 0) < time) index = this.search(time);
		while (index < end && (times[index + 1] ?? 0) <= time) index++;
		this.index = index;
		this.x = this.between(this.xs);
		this.y = this.between(this.ys);
		this.height = this.between(this.heights);
	}

	/** Metres along the task; null before the start, and without a task. */
	get flown(): number | null {
		return this.progress(this.time, this.between(this.latitudes), this.between(this.longitudes));
	}

	/** A column at the time, on the straight line between two points; in a gap of hours as it was before. */
	private between(values: Float64Array): number {
		if (this.time < this.last && !isBridged(this.times, this.index)) return values[this.index] ?? 0;
		const [from = 0, to = from] = [this.times[this.index], this.times[this.index + 1]];
		const share = to > from ? Math.min(1, Math.max(0, (this.time - from) / (to - from))) : 0;
		const value = values[this.index] ?? 0;
		return value + share * ((values[this.index + 1] ?? value) - value);
	}

	/** Index of the last point at or before a time. */
	private search(time: number): number {
		let [low, high] = [0, Math.max(0, this.times.length - 2)];
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.times[middle] ?? 0) <= time) low = middle;
			else high = middle - 1;
		}
		return low;
	}
}

/** Around the colour circle in steps that put neighbours of the table far apart. */
const hueStep = 137.5;

/** The gliders of a pack that the page knows, in the order of the page. @throws RangeError when the pack cannot be read */
export function glidersOf(
	{ flights, viewport, points }: ReplayData,
	tracks: ReadonlyMap<string, Uint8Array>,
): Glider[] {
	const projection = projectionOf(viewport);
	return flights.flatMap((flight, place) => {
		const track = tracks.get(flight.id);
		if (!track) return [];
		return [new Glider(flight, (place * hueStep) % 360, unpackTrack(track), projection, points)];
	});
}

/** Tracks that are nearer to the task than this share of its longer side are part of the first view. */
const nearShare = 0.2;

/** The first view: the task and the tracks near it, without those who flew elsewhere; without a task all tracks on the viewport. */
export function firstView(gliders: readonly Glider[], { points, viewport }: ReplayData): MapPart {
	const { x, y } = projectionOf(viewport);
	const task = grown(
		nothing,
		points.map(([, longitude]) => x(longitude)),
		points.map(([latitude]) => y(latitude)),
	);
	const near =
		points.length > 0 ? widened(task) : { left: 0, right: viewport.width, top: 0, bottom: viewport.height };
	const shown = gliders.reduce((box, { xs, ys }) => grown(box, xs, ys, near), task);
	return shown.left > shown.right ? near : shown;
}

function widened(box: MapPart): MapPart {
	const by = nearShare * Math.max(box.right - box.left, box.bottom - box.top);
	return { left: box.left - by, right: box.right + by, top: box.top - by, bottom: box.bottom + by };
}

const nothing: MapPart = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
const everywhere: MapPart = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

/** A box with those places in it that lie within another one. */
function grown(box: MapPart, xs: ArrayLike<number>, ys: ArrayLike<number>, within = everywhere): MapPart {
	let { left, right, top, bottom } = box;
	for (let index = 0; index < xs.length; index++) {
		const [x, y] = [xs[index] ?? 0, ys[index] ?? 0];
		if (x < within.left || x > within.right || y < within.top || y > within.bottom) continue;
		left = Math.min(left, x);
		right = Math.max(right, x);
		top = Math.min(top, y);
		bottom = Math.max(bottom, y);
	}
	return { left, right, top, bottom };
}
