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
