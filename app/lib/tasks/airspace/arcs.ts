import { compassDegrees, destination, legBetween, type Position, radiansPerDegree } from "~/lib/maps/geodesy";

/** Metres between an arc and its chords. */
const sagitta = 1;

/** Metres; no airspace is larger. */
export const largestRadius = 1_000_000;

/** Share of the radius, and metres, by which the ends of an arc may lie on different circles without a word: files round to seconds. */
const unevenShare = 0.02;
const unevenMetres = 200;
/** Share of the radius up to which it is drawn through both ends all the same. */
const mostUneven = 0.1;
/** Metres of a second of latitude. */
const second = 31;

interface Arc {
	readonly centre: Position;
	readonly radiusM: number;
	/** Radius at the end of the arc. */
	readonly toRadiusM: number;
	/** True directions from the centre. Equal ones make a circle. */
	readonly fromDeg: number;
	readonly toDeg: number;
	readonly clockwise: boolean;
}

/** Corners of an arc, both ends included; a circle has its first corner once. */
export function arcCorners({ centre, radiusM, toRadiusM, fromDeg, toDeg, clockwise }: Arc): Position[] {
	const swept = compassDegrees(clockwise ? toDeg - fromDeg : fromDeg - toDeg);
	const isCircle = swept === 0;
	const sweep = isCircle ? 360 : swept;
	const stepDeg = (2 * Math.acos(Math.max(0, 1 - sagitta / radiusM))) / radiansPerDegree;
	const steps = Math.max(4, Math.ceil(sweep / stepDeg));
	const sign = clockwise ? 1 : -1;
	return Array.from({ length: isCircle ? steps : steps + 1 }, (_, index) =>
		destination(
			"wgs84",
			centre,
			fromDeg + (sign * sweep * index) / steps,
			radiusM + ((toRadiusM - radiusM) * index) / steps,
		),
	);
}

interface ArcBetween {
	readonly corners: Position[];
	/** Whether somebody should look: its ends lie on circles that differ by more than files round. */
	readonly isUneven: boolean;
}

/** The arc between two places around a centre, through both; null when their distances from it are too different. */
export function arcBetween(
	centre: Position,
	from: Position,
	to: Position,
	clockwise: boolean,
): ArcBetween | null {
	// Far from the centre, and on the other side of the earth above all, the exact formula takes long.
	const isFar = (end: Position) => legBetween("sphere", centre, end).distanceM > 2 * largestRadius;
	if (isFar(from) || isFar(to)) return null;
	const [first, last] = [legBetween("wgs84", centre, from), legBetween("wgs84", centre, to)];
	const [radiusM, toRadiusM] = [first.distanceM, last.distanceM];
	const uneven = Math.abs(radiusM - toRadiusM);
	if (radiusM <= 0 || radiusM > largestRadius) return null;
	const isUneven = uneven > Math.max(unevenMetres, radiusM * unevenShare);
	if (isUneven && uneven > radiusM * mostUneven + second) return null;
	const arc = { centre, radiusM, toRadiusM, fromDeg: first.bearingDeg, toDeg: last.bearingDeg, clockwise };
	const corners = arcCorners(arc);
	// The ends are exactly those of the file, so that neighbouring spaces meet.
	return { corners: [from, ...corners.slice(1, -1), to], isUneven };
}
