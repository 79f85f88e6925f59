export const radiansPerDegree = Math.PI / 180;

/** Along a meridian of the mean sphere (6,371.0 km), for pictures and thinned lines. */
export const metresPerDegree = 111_195;

/** From 0 up to, but not including, 360. */
export function compassDegrees(degrees: number): number {
	return ((degrees % 360) + 360) % 360;
}

/** A difference of directions, or a longitude: from -180 up to, but not including, 180. */
export function shortWayRound(degrees: number): number {
	return compassDegrees(degrees + 180) - 180;
}
