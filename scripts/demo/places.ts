/** A point on the plane around the airfield, in metres. */
export interface Place {
	readonly north: number;
	readonly east: number;
}

/** Length of the way from place to place. */
export function lengthOf(places: readonly Place[]): number {
	return places.slice(1).reduce((sum, to, index) => sum + distance(places[index] ?? to, to), 0);
}

export function distance(from: Place, to: Place): number {
	return Math.hypot(to.north - from.north, to.east - from.east);
}

/** The place so many metres on the way, and beyond its end. */
export function along(from: Place, to: Place, metres: number): Place {
	const whole = distance(from, to);
	const share = whole === 0 ? 0 : metres / whole;
	return {
		north: from.north + (to.north - from.north) * share,
		east: from.east + (to.east - from.east) * share,
	};
}

/** The place so many metres beside the way to another. */
export function aside(place: Place, to: Place, metres: number): Place {
	const whole = distance(place, to);
	if (whole === 0) return place;
	return {
		north: place.north + ((to.east - place.east) / whole) * metres,
		east: place.east - ((to.north - place.north) / whole) * metres,
	};
}
