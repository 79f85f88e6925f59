import { metresPerDegree, type Position, radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy";
import { round, roundStep } from "~/lib/numbers";

/** Bounds in degrees. Across the date line `east` is above 180 or `west` below -180. */
export interface Bounds {
	readonly west: number;
	readonly east: number;
	readonly south: number;
	readonly north: number;
}

/** A view box. Lengths are in its units. */
export interface ViewportFormat {
	readonly width: number;
	/** Limits of the height, which follows from what is shown. */
	readonly leastHeight: number;
	readonly mostHeight: number;
	/** Margin around what is shown. */
	readonly margin: number;
	/** Least width in metres, so that a single place has a map too. */
	readonly leastExtentM: number;
}

/** A point in units. */
export type ViewportPoint = readonly [x: number, y: number];

/** A length of the map and what it stands for. */
export interface ScaleBar {
	readonly width: number;
	readonly metres: number;
}

/** Mercator's projection has no poles. */
const lastLatitude = 85;
const scaleBarShare = 0.2;
/** Distance in units from the edge of a viewport to its scale at the bottom left, and to its north arrow at the top right. */
export const inset = 24;

/**
 * A map's view box, north up, which converts degrees to its units. It uses Mercator's projection: angles are true, a cylinder is a
 * circle, and x depends on the longitude alone, y on the latitude alone.
 */
export class Viewport {
	readonly width: number;
	readonly height: number;
	/** Scale in the middle of the viewport. A degree of latitude further north it is about 2 % larger. */
	readonly unitsPerMetre: number;
	readonly scaleBar: ScaleBar;
	private readonly unitsPerDegree: number;
	private readonly middle: { readonly longitude: number; readonly stretched: number };

	constructor(shown: Bounds, { width, leastHeight, mostHeight, margin, leastExtentM }: ViewportFormat) {
		const [low, high] = [stretch(shown.south), stretch(shown.north)];
		this.middle = { longitude: (shown.west + shown.east) / 2, stretched: (low + high) / 2 };
		const latitude = unstretch(this.middle.stretched);
		const metres = metresPerDegree * Math.cos(latitude * radiansPerDegree);
		const across = Math.max(leastExtentM, (shown.east - shown.west) * metres);
		const upwards = Math.max(leastExtentM / 2, (high - low) * metres);
		const inside = width - 2 * margin;
		const wanted = Math.round((inside * upwards) / across) + 2 * margin;
		this.width = width;
		this.height = Math.min(mostHeight, Math.max(leastHeight, wanted));
		this.unitsPerMetre = Math.min(inside / across, (this.height - 2 * margin) / upwards);
		this.unitsPerDegree = this.unitsPerMetre * metres;
		const barM = roundStep((width * scaleBarShare) / this.unitsPerMetre / 2);
		this.scaleBar = { width: round(barM * this.unitsPerMetre), metres: barM };
	}

	x(longitude: number): number {
		return this.width / 2 + shortWayRound(longitude - this.middle.longitude) * this.unitsPerDegree;
	}

	y(latitude: number): number {
		return this.height / 2 - (stretch(latitude) - this.middle.stretched) * this.unitsPerDegree;
	}

	longitude(x: number): number {
		return this.middle.longitude + (x - this.width / 2) / this.unitsPerDegree;
	}

	latitude(y: number): number {
		return unstretch(this.middle.stretched + (this.height / 2 - y) / this.unitsPerDegree);
	}

	/** The point of a position, rounded to tenths of a unit. */
	project({ latitude, longitude }: Position): ViewportPoint {
		return [round(this.x(longitude)), round(this.y(latitude))];
	}

	/** The bounds of the whole viewport, including its margins. */
	get bounds(): Bounds {
		return {
			west: this.longitude(0),
			east: this.longitude(this.width),
			south: this.latitude(this.height),
			north: this.latitude(0),
		};
	}

	/** All that a script needs to put a position on the map as `project` does; `app/browser/live` reads it. */
	get frame() {
		const { longitude, stretched } = this.middle;
		return { width: this.width, height: this.height, longitude, stretched, scale: this.unitsPerDegree };
	}

	/** Value of a path's `d`. */
	line(positions: readonly Position[]): string {
		return linePath(positions.map((position) => this.project(position)));
	}

	/** A line that returns to its beginning. */
	outline(positions: readonly Position[]): string {
		return `${this.line(positions)}Z`;
	}
}

/** Value of a path's `d`. Points are rounded to tenths. */
export function linePath(places: readonly ViewportPoint[]): string {
	let [beforeX, beforeY] = [0, 0];
	return places
		.map(([x, y], index) => {
			const step = index === 0 ? `M${x} ${y}` : `l${round(x - beforeX)} ${round(y - beforeY)}`;
			[beforeX, beforeY] = [x, y];
			return step;
		})
		.join("");
}

/** The smallest area with all positions; it may cross the date line. */
export function boundsOf(positions: Iterable<Position>): Bounds {
	let first: number | undefined;
	let [west, east, south, north] = [0, 0, 90, -90];
	for (const { latitude, longitude } of positions) {
		first ??= longitude;
		const across = shortWayRound(longitude - first);
		west = Math.min(west, across);
		east = Math.max(east, across);
		south = Math.min(south, latitude);
		north = Math.max(north, latitude);
	}
	if (first === undefined) return { west: 0, east: 0, south: 0, north: 0 };
	return { west: first + west, east: first + east, south, north };
}

/** Latitude in stretched degrees of Mercator's projection, which are as long as those of longitude. */
function stretch(latitude: number): number {
	const radians = Math.max(-lastLatitude, Math.min(lastLatitude, latitude)) * radiansPerDegree;
	return Math.asinh(Math.tan(radians)) / radiansPerDegree;
}

function unstretch(stretched: number): number {
	return Math.atan(Math.sinh(stretched * radiansPerDegree)) / radiansPerDegree;
}
