import { radiansPerDegree } from "~/lib/maps/geodesy";
import { isInside, type OrientedZone, zoneReach } from "./zones";

/** A straight line between two fixes, in metres on the plane of a point. */
export interface Segment {
	readonly fromEast: number;
	readonly fromNorth: number;
	readonly toEast: number;
	readonly toNorth: number;
}

/** Parts of a segment, as shares of it from 0 to 1. */
interface SegmentPart {
	readonly from: number;
	readonly to: number;
}

const wholly: readonly SegmentPart[] = [{ from: 0, to: 1 }];

function isWithin({ fromEast, fromNorth, toEast, toNorth }: Segment, radiusM: number): boolean {
	const square = radiusM * radiusM;
	return fromEast * fromEast + fromNorth * fromNorth < square && toEast * toEast + toNorth * toNorth < square;
}

/** The parts of a segment inside a zone, in order. A segment is cut where it meets the zone's circles and radials. */
export function partsInside(oriented: OrientedZone, segment: Segment): readonly SegmentPart[] {
	// Most segments of a large area lie wholly inside, and a circle bulges nowhere inwards.
	if (oriented.zone.shape === "cylinder" && isWithin(segment, oriented.zone.radiusM)) return wholly;
	if (distanceToCentre(segment) > zoneReach(oriented.zone)) return [];
	const cuts = [0, ...cutsOf(oriented, segment).filter((cut) => cut > 0 && cut < 1), 1].sort((a, b) => a - b);
	const parts: SegmentPart[] = [];
	for (let index = 1; index < cuts.length; index++) {
		const [from = 0, to = 0] = [cuts[index - 1], cuts[index]];
		const middle = (from + to) / 2;
		if (!isInside(oriented, eastAt(segment, middle), northAt(segment, middle))) continue;
		const previous = parts.at(-1);
		if (previous?.to === from) parts[parts.length - 1] = { from: previous.from, to };
		else parts.push({ from, to });
	}
	return parts;
}

/** Share of the segment at which it crosses a line, and whether it does so in the direction of the zone's axis. */
export function lineCrossing(
	{ zone, axisDeg }: OrientedZone,
	{ fromEast, fromNorth, toEast, toNorth }: Segment,
): { readonly share: number; readonly alongAxis: boolean } | null {
	if (zone.shape !== "line") return null;
	const [sin, cos] = [Math.sin(axisDeg * radiansPerDegree), Math.cos(axisDeg * radiansPerDegree)];
	const before = fromEast * sin + fromNorth * cos;
	const after = toEast * sin + toNorth * cos;
	if (before < 0 === after < 0) return null;
	const share = before / (before - after);
	const across = (east: number, north: number) => east * cos - north * sin;
	const side = across(fromEast, fromNorth);
	const where = side + share * (across(toEast, toNorth) - side);
	return Math.abs(where) <= zone.lengthM / 2 ? { share, alongAxis: before < 0 } : null;
}

function cutsOf({ zone, axisDeg }: OrientedZone, segment: Segment): number[] {
	switch (zone.shape) {
		case "line":
			return [];
		case "cylinder":
			return circleCuts(segment, zone.radiusM);
		case "sector":
			return [...circleCuts(segment, zone.radiusM), ...radialCuts(segment, axisDeg, zone.angleDeg)];
		case "keyhole":
		case "ring":
			return [
				...circleCuts(segment, zone.radiusM),
				...circleCuts(segment, zone.innerRadiusM),
				...radialCuts(segment, axisDeg, zone.angleDeg),
			];
	}
}

function circleCuts({ fromEast, fromNorth, toEast, toNorth }: Segment, radiusM: number): number[] {
	const [east, north] = [toEast - fromEast, toNorth - fromNorth];
	const square = east * east + north * north;
	if (square === 0) return [];
	const half = (fromEast * east + fromNorth * north) / square;
	const rest = (fromEast * fromEast + fromNorth * fromNorth - radiusM * radiusM) / square;
	const root = half * half - rest;
	if (root <= 0) return [];
	return [-half - Math.sqrt(root), -half + Math.sqrt(root)];
}

/** Where the segment crosses the two radials, or their continuations beyond the centre. */
function radialCuts(segment: Segment, axisDeg: number, angleDeg: number): number[] {
	if (angleDeg >= 360) return [];
	const { fromEast, fromNorth, toEast, toNorth } = segment;
	return [axisDeg - angleDeg / 2, axisDeg + angleDeg / 2].flatMap((directionDeg) => {
		const [sin, cos] = [Math.sin(directionDeg * radiansPerDegree), Math.cos(directionDeg * radiansPerDegree)];
		const before = fromEast * cos - fromNorth * sin;
		const after = toEast * cos - toNorth * sin;
		return before === after ? [] : [before / (before - after)];
	});
}

function distanceToCentre(segment: Segment): number {
	const [east, north] = [segment.toEast - segment.fromEast, segment.toNorth - segment.fromNorth];
	const square = east * east + north * north;
	const along = square === 0 ? 0 : -(segment.fromEast * east + segment.fromNorth * north) / square;
	const share = Math.min(1, Math.max(0, along));
	const [x, y] = [eastAt(segment, share), northAt(segment, share)];
	return Math.sqrt(x * x + y * y);
}

const eastAt = ({ fromEast, toEast }: Segment, share: number) => fromEast + share * (toEast - fromEast);
const northAt = ({ fromNorth, toNorth }: Segment, share: number) => fromNorth + share * (toNorth - fromNorth);
