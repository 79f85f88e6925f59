/** How a map turns degrees into its units, by Mercator's projection, as `Viewport` of the server does. */
export interface MapFrame {
	readonly width: number;
	readonly height: number;
	/** Of the middle of the map, in degrees. Those of the latitude are stretched, and as long as those of the longitude. */
	readonly longitude: number;
	readonly stretched: number;
	/** Units of a degree. */
	readonly scale: number;
}

export interface Glider {
	readonly number: string;
	readonly latitude: number;
	readonly longitude: number;
	/** Degrees, true. */
	readonly track: number;
}

interface PlacedDot {
	readonly number: string;
	readonly x: number;
	readonly y: number;
	/** Degrees, clockwise from the top. */
	readonly track: number;
	/** Whether there is room for the number. */
	readonly isNamed: boolean;
}

/** From the middle of a dot to its number, in pixels. */
export const besideDot = 13;
/** Width of a digit as a share of the font size. */
const digitWidth = 0.62;
/** Digits that are as wide as a dot and the room around it. */
const digitsOfDot = 2.6;

const radians = Math.PI / 180;

/**
 * Puts gliders on a map; those beyond its edge are left out. Where gliders circle together, one of them has its number, which the dots of the
 * others do not cover: they come first.
 * @param fontSize of the numbers, in units
 */
export function placeDots(frame: MapFrame, gliders: readonly Glider[], fontSize: number): PlacedDot[] {
	const { width, height, stretched, scale } = frame;
	const named: PlacedDot[] = [];
	const others: PlacedDot[] = [];
	for (const { number, latitude, longitude, track } of gliders) {
		const x = Math.round(width / 2 + (longitude - frame.longitude) * scale);
		const y = Math.round(
			height / 2 - (Math.asinh(Math.tan(latitude * radians)) / radians - stretched) * scale,
		);
		if (x < 0 || y < 0 || x > width || y > height) continue;
		const isNamed = named.every((other) => {
			const left = other.x < x ? other.number : number;
			return (
				Math.abs(other.y - y) >= fontSize ||
				Math.abs(other.x - x) >= digitWidth * fontSize * (left.length + digitsOfDot)
			);
		});
		(isNamed ? named : others).push({ number, x, y, track, isNamed });
	}
	return [...others, ...named];
}

/** A dot as the outline of an arrow that points up: a value of a path's `d`. */
export const arrow = "M0-11 8 9 0 4-8 9Z";

/**
 * A dot on the maps of visitors: start number, type of the class, degrees of latitude and longitude, metres above sea level, kilometres
 * an hour, degrees of the track, and when it was there in seconds since midnight UTC. Names stand nowhere in it.
 */
export type LiveDot = readonly [
	startNumber: string,
	classType: string,
	latitude: number,
	longitude: number,
	altitude: number,
	speed: number,
	track: number,
	timeOfDay: number,
];
