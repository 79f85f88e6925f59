import { type Leg, legBetween, type Position, radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy";
import type { Task, TaskPoint } from "~db/schema";
import { type OrientedZone, orientZones, zoneOutline, zoneReach } from "./zones";

export interface TaskDistances {
	/** From each point to the next, centre to centre. */
	readonly legs: readonly Leg[];
	/** Metres of a finisher: through the points, or through the centres of the areas. */
	readonly distanceM: number;
	/** Metres of the shortest and the longest flight through the areas; null for a racing task. */
	readonly minDistanceM: number | null;
	readonly maxDistanceM: number | null;
}

type Measured = Pick<Task, "kind" | "points"> & {
	readonly scoring: Pick<Task["scoring"], "earth" | "subtractFinishRadius">;
};

/** Lengths of a task by its own model of the earth, less the reduction of its finish. */
export function taskDistances({ kind, points, scoring }: Measured): TaskDistances {
	const lengthOf = (path: readonly Position[]) => {
		const whole = legsOf(path, scoring.earth).reduce((sum, { distanceM }) => sum + distanceM, 0);
		return Math.max(0, whole - finishReduction(points, scoring.subtractFinishRadius));
	};
	const areas = kind === "AAT" && points.length > 2 ? areaExtremes(orientZones(points)) : null;
	return {
		legs: legsOf(points, scoring.earth),
		distanceM: lengthOf(points),
		minDistanceM: areas && lengthOf(areas.shortest),
		maxDistanceM: areas && lengthOf(areas.longest),
	};
}

export function legsOf(path: readonly Position[], earth: Task["scoring"]["earth"]): Leg[] {
	return path.slice(1).map((to, index) => legBetween(earth, path[index] ?? to, to));
}

/** Metres that come off the distance of a finisher, as he is home at the edge of the finish. */
export function finishReduction(points: readonly TaskPoint[], subtracted: boolean): number {
	const zone = points.at(-1)?.zone;
	if (!subtracted || !zone) return 0;
	if (zone.shape === "line") return zone.lengthM / 2;
	return zone.shape === "cylinder" || zone.shape === "ring" ? zone.radiusM : 0;
}

/** A place with its vector from the centre of the earth, whose chords are quick to compare. */
interface Candidate extends Position {
	readonly x: number;
	readonly y: number;
	readonly z: number;
}

type Path = readonly Candidate[];
type IsBetter = (length: number, other: number) => boolean;

interface Way {
	/** Radians. */
	readonly length: number;
	readonly path: Path;
}

/** Degrees of a circle. */
const outlineStep = 2;
/** The straight sides of a sector are cut into so many edges. */
const partsOfRadius = 10;
/** Places on the edges beside a corner in the second round. */
const partsOfEdge = 16;

/**
 * The shortest and the longest way from the start through one place of each area to the finish. The places are corners of
 * the outlines, or centres, in a first round and lie on the edges beside the chosen ones in a second: right to metres.
 */
function areaExtremes(zones: readonly OrientedZone[]): {
	shortest: readonly Position[];
	longest: readonly Position[];
} {
	const outlines = zones.map((zone, index) => {
		const centre = candidate(zone.centre);
		if (index === 0 || index === zones.length - 1 || zone.zone.shape === "line") return [[centre]];
		const longestEdge = zoneReach(zone.zone) / partsOfRadius;
		const polygons = zoneOutline(zone, outlineStep).map((polygon) => withShortEdges(polygon, longestEdge));
		return hasCentre(zone) ? [...polygons, [centre]] : polygons;
	});
	const find = (isBetter: IsBetter) => {
		const coarse = bestPath(
			outlines.map((polygons) => polygons.flat()),
			isBetter,
		);
		return bestPath(
			coarse.map((chosen, index) => besideCorner(outlines[index] ?? [], chosen)),
			isBetter,
		);
	};
	return { shortest: find((one, other) => one < other), longest: find((one, other) => one > other) };
}

function hasCentre({ zone }: OrientedZone): boolean {
	return zone.shape !== "ring" || zone.innerRadiusM === 0;
}

/** Cuts the edges of a polygon that are longer than so many metres. */
function withShortEdges(polygon: readonly Position[], longestM: number): Candidate[] {
	return polygon.flatMap((corner, index) => {
		const next = polygon[(index + 1) % polygon.length] ?? corner;
		const parts = Math.ceil(legBetween("sphere", corner, next).distanceM / longestM);
		return [
			candidate(corner),
			...Array.from({ length: Math.max(0, parts - 1) }, (_, part) =>
				between(corner, next, (part + 1) / parts),
			),
		];
	});
}

/** Goes through the areas once and keeps the best way to each of their candidates. */
function bestPath(areas: readonly Path[], isBetter: IsBetter): Path {
	let ways: Way[] = (areas[0] ?? []).map((place) => ({ length: 0, path: [place] }));
	for (const area of areas.slice(1)) {
		ways = area.map((place) => {
			let best: Way = { length: Number.NaN, path: [] };
			for (const { length, path } of ways) {
				const longer = length + arcTo(path, place);
				if (Number.isNaN(best.length) || isBetter(longer, best.length)) best = { length: longer, path };
			}
			return { length: best.length, path: [...best.path, place] };
		});
	}
	const [first, ...others] = ways;
	return (
		others.reduce((best, way) => (best && isBetter(way.length, best.length) ? way : best), first)?.path ?? []
	);
}

/** The corner and places on the two edges that end there. */
function besideCorner(polygons: readonly Path[], corner: Candidate): Candidate[] {
	const polygon = polygons.find((corners) => corners.includes(corner)) ?? [corner];
	const index = polygon.indexOf(corner);
	const neighbours = [polygon.at(index - 1), polygon[(index + 1) % polygon.length]];
	return [
		corner,
		...neighbours.flatMap((neighbour) =>
			neighbour === undefined || neighbour === corner
				? []
				: Array.from({ length: partsOfEdge }, (_, part) =>
						between(corner, neighbour, (part + 1) / partsOfEdge),
					),
		),
	];
}

function between(from: Position, to: Position, share: number): Candidate {
	return candidate({
		latitude: from.latitude + (to.latitude - from.latitude) * share,
		longitude: from.longitude + shortWayRound(to.longitude - from.longitude) * share,
	});
}

function candidate({ latitude, longitude }: Position): Candidate {
	const [north, east] = [latitude * radiansPerDegree, longitude * radiansPerDegree];
	return {
		latitude,
		longitude,
		x: Math.cos(north) * Math.cos(east),
		y: Math.cos(north) * Math.sin(east),
		z: Math.sin(north),
	};
}

/** Radians from the end of a path to a place. */
function arcTo(path: Path, to: Candidate): number {
	const from = path.at(-1) ?? to;
	const chord = Math.sqrt((from.x - to.x) ** 2 + (from.y - to.y) ** 2 + (from.z - to.z) ** 2);
	return 2 * Math.asin(chord / 2);
}
