/** Degrees on WGS-84, north and east positive. */
export interface Position {
	readonly latitude: number;
	readonly longitude: number;
}

export interface Leg {
	readonly distanceM: number;
	/** True direction at the beginning, from 0 to 360; 0 between points that coincide. */
	readonly bearingDeg: number;
}

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

/** `49° 31.872′ N`, as instruments take it. */
export function coordinate(degrees: number, positive: string, negative: string): string {
	const thousandths = Math.round(Math.abs(degrees) * 60_000);
	const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
	return `${Math.floor(thousandths / 60_000)}°\u00A0${minutes}′\u00A0${degrees < 0 ? negative : positive}`;
}
