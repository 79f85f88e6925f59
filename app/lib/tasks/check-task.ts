import { LocalPlane, legBetween, type Position } from "~/lib/maps/geodesy";
import type { Task, TaskPoint, Zone } from "~db/schema";
import type { Edition } from "~editions/schema";
import { fewestPoints, mostPoints } from "./task-defaults";
import type { TaskDistances } from "./task-distances";
import { isInside, type OrientedZone, orientZones, zoneOutline } from "./zones";

/** What is wrong with a task, or unusual. @see complaints in lib/forms/fields.ts */
export interface TaskFinding {
	/** Index of the point that it is about; null for the task as a whole. */
	readonly point: number | null;
	readonly complaint: string;
}

/** Metres. */
const onTheLine = 1;
const smallestZone = 1;
const largestZone = 500_000;

/** A task with one of these is refused. */
export function refusedIn({
	kind,
	taskTimeS,
	points,
}: Pick<Task, "kind" | "taskTimeS" | "points">): TaskFinding[] {
	const about = (complaint: string) => [{ point: null, complaint }];
	if (points.length < fewestPoints) return about("task.check.tooFew");
	if (points.length > mostPoints) return about("task.check.tooMany");
	const ofPoints = points.flatMap((point, index) =>
		[...wrongPlace(point), ...wrongSizes(point.zone)].map((complaint) => ({ point: index, complaint })),
	);
	const ofTime = kind === "AAT" && !(taskTimeS !== null && taskTimeS > 0) ? about("task.check.taskTime") : [];
	if (ofPoints.length > 0) return [...ofPoints, ...ofTime];
	return [...ofTime, ...(isNextOnStartLine(points) ? [{ point: 0, complaint: "task.check.startLine" }] : [])];
}

function wrongPlace({ latitude, longitude }: Position): string[] {
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [] : ["task.check.offEarth"];
}

function wrongSizes(zone: Zone): string[] {
	const size = zone.shape === "line" ? zone.lengthM : zone.radiusM;
	// An outline of less than its rounding errors has no length to be cut by.
	if (!(size >= smallestZone)) return ["task.check.noSize"];
	if (size > largestZone) return ["task.check.tooLarge"];
	if (zone.shape === "line" || zone.shape === "cylinder") return [];
	if (!(zone.angleDeg > 0 && zone.angleDeg <= 360)) return ["task.check.noSize"];
	if (zone.shape === "sector") return [];
	const isHollow = zone.innerRadiusM >= 0 && zone.innerRadiusM < zone.radiusM;
	return isHollow && (zone.shape === "ring" || zone.innerRadiusM > 0) ? [] : ["task.check.innerRadius"];
}

function isNextOnStartLine(points: readonly TaskPoint[]): boolean {
	const [start, next] = points;
	const [oriented] = orientZones(points);
	if (start?.zone.shape !== "line" || !next || !oriented) return false;
	const { east, north } = new LocalPlane(start).project(next.latitude, next.longitude);
	const axis = (oriented.axisDeg * Math.PI) / 180;
	const ahead = east * Math.sin(axis) + north * Math.cos(axis);
	const aside = east * Math.cos(axis) - north * Math.sin(axis);
	return Math.abs(ahead) < onTheLine && Math.abs(aside) <= start.zone.lengthM / 2;
}

/** Metres. */
const shortestTask = 50_000;
const longestTask = 1_000_000;
const shortestLeg = 10_000;
const nearestAreas = 1_000;
const farthestFromField = 300_000;
/** XCSoar reads 30 columns of a .cup: the name of the task, take-off and landing are three of them. */
const mostOfXcsoar = 27;

/**
 * What organisers should look at before they publish.
 * @param task with `droppedFromFile`, what a file said of it that it does not keep
 */
export function unusualIn(
	{
		kind,
		points,
		droppedFromFile = [],
	}: Pick<Task, "kind" | "points"> & { readonly droppedFromFile?: readonly TaskFinding[] },
	{ legs, distanceM }: TaskDistances,
	airfield: Edition["airfield"],
): TaskFinding[] {
	const zones = orientZones(points);
	return [
		...inSentences(droppedFromFile, points),
		...(points.length > mostOfXcsoar ? [{ point: null, complaint: "task.check.tooManyForXcsoar" }] : []),
		...(distanceM < shortestTask ? [{ point: null, complaint: "task.check.short" }] : []),
		...(distanceM > longestTask ? [{ point: null, complaint: "task.check.long" }] : []),
		...legs.flatMap((leg, index) =>
			leg.distanceM < shortestLeg ? [{ point: index + 1, complaint: "task.check.shortLeg" }] : [],
		),
		...points.flatMap(({ elevationM }, index) =>
			elevationM === null ? [{ point: index, complaint: "task.check.noHeight" }] : [],
		),
		...points.flatMap((point, index) =>
			legBetween("wgs84", airfield, point).distanceM > farthestFromField
				? [{ point: index, complaint: "task.check.far" }]
				: [],
		),
		...(kind === "AAT" ? closeAreas(zones) : []),
	];
}

/** What a file said of a task, each thing once: the points without a zone are one sentence. */
export function inSentences(
	dropped: readonly TaskFinding[],
	points: readonly Pick<TaskPoint, "name">[],
): TaskFinding[] {
	const names = dropped.flatMap(({ point, complaint }) =>
		complaint === withoutZone && point !== null ? (points[point]?.name ?? []) : [],
	);
	const others = dropped.filter(({ complaint }) => complaint !== withoutZone);
	if (names.length === 0) return others;
	const text = encodeURIComponent(names.join(", "));
	return [{ point: null, complaint: `task.file.noZones?text=${text}` }, ...others];
}

const withoutZone = "task.file.noZone";

/** Areas between start and finish that overlap the one before, or nearly. */
function closeAreas(zones: readonly OrientedZone[]): TaskFinding[] {
	return zones.slice(1, -2).flatMap((zone, index) => {
		const next = zones[index + 2];
		if (!next) return [];
		const metres = metresApart(zone, next);
		if (metres >= nearestAreas) return [];
		return [{ point: index + 2, complaint: metres === 0 ? "task.check.overlap" : "task.check.closeAreas" }];
	});
}

/** Metres between two outlines; 0 where they overlap. */
function metresApart(one: OrientedZone, other: OrientedZone): number {
	const plane = new LocalPlane(one.centre);
	const otherPlane = new LocalPlane(other.centre);
	const [corners, otherCorners] = [zoneOutline(one).flat(), zoneOutline(other).flat()];
	const isWithin = (zone: OrientedZone, on: LocalPlane, { latitude, longitude }: Position) => {
		const { east, north } = on.project(latitude, longitude);
		return isInside(zone, east, north);
	};
	if (corners.some((corner) => isWithin(other, otherPlane, corner))) return 0;
	if (otherCorners.some((corner) => isWithin(one, plane, corner))) return 0;
	const flat = corners.map(({ latitude, longitude }) => plane.project(latitude, longitude));
	const otherFlat = otherCorners.map(({ latitude, longitude }) => plane.project(latitude, longitude));
	return Math.min(
		...flat.flatMap((a) => otherFlat.map((b) => Math.hypot(a.east - b.east, a.north - b.north))),
	);
}
