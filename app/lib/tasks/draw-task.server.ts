import type { BackgroundMap } from "~/lib/maps/background-map";
import { drawMap, type Foreground, type MapDrawing } from "~/lib/maps/draw-map.server";
import type { Position } from "~/lib/maps/geodesy";
import type { NamedPoint } from "~/lib/maps/labels";
import { simplifyLine } from "~/lib/maps/simplify-line";
import { boundsOf, linePath, Viewport, type ViewportFormat, type ViewportPoint } from "~/lib/maps/viewport";
import { round } from "~/lib/numbers";
import type { TaskPoint, Trace } from "~db/schema";
import { type OrientedZone, orientZones, zoneOutline, zoneReach } from "./zones";

/** A task on a viewport: values of a path's `d`. */
export interface TaskDrawing {
	readonly course: string;
	/** Heads of arrows in the middle of the legs. */
	readonly arrows: string;
	readonly zones: readonly { readonly path: string; readonly isLine: boolean }[];
}

export interface TaskMapDrawing {
	readonly map: MapDrawing;
	readonly task: TaskDrawing;
	/** Tracks of the first three of a day; fewer if there are not three. */
	readonly tracks: readonly MedalTrack[];
}

/** The flight of one of the first three. */
export interface MedalTrace {
	readonly place: number;
	readonly trace: Trace;
}

/** A picture a few centimetres wide. */
export interface TaskThumbnailDrawing extends TaskDrawing {
	readonly width: number;
	readonly height: number;
}

/** Format of a map that is the main picture of its page. */
export const mapFormat: ViewportFormat = {
	width: 1000,
	leastHeight: 500,
	mostHeight: 1000,
	margin: 60,
	leastExtentM: 10_000,
};

const thumbnailFormat: ViewportFormat = {
	width: 320,
	leastHeight: 200,
	mostHeight: 200,
	margin: 12,
	leastExtentM: 10_000,
};

const cardFormat: ViewportFormat = { ...mapFormat, leastHeight: 420, mostHeight: 520 };

/** The viewports of the maps of some tasks: as wide as a page, and in the lower format of a card. */
export const viewportsOfTask = {
	page: (points: readonly TaskPoint[]) => new Viewport(boundsOf(positionsOfTask(points)), mapFormat),
	card: (points: readonly TaskPoint[]) => new Viewport(boundsOf(positionsOfTask(points)), cardFormat),
};

/** Draws the map of a task, with the tracks of the first three above it. */
export function drawTaskMap(
	points: readonly TaskPoint[],
	ground: BackgroundMap,
	traces: readonly MedalTrace[] = [],
): TaskMapDrawing {
	return onViewport(viewportsOfTask.page(points), points, ground, traces);
}

/** A card is half as wide as a page, and home has several: a rougher relief takes a third of the bytes. */
const reliefStep = 24;

/** Draws the same map in the lower format of a card. */
export function drawTaskCard(
	points: readonly TaskPoint[],
	ground: BackgroundMap,
	traces: readonly MedalTrace[],
): TaskMapDrawing {
	return onViewport(viewportsOfTask.card(points), points, { ...ground, reliefStep }, traces);
}

function onViewport(
	viewport: Viewport,
	points: readonly TaskPoint[],
	ground: BackgroundMap,
	traces: readonly MedalTrace[],
): TaskMapDrawing {
	const foreground = foregroundOfTask(viewport, points);
	const tracks = traces.map(({ place, trace }) => ({ place, corners: cornersOfTrack(viewport, trace) }));
	const lines = [...foreground.lines, ...tracks.map(({ corners }) => corners)];
	return {
		map: drawMap(viewport, ground, { ...foreground, lines }),
		task: drawTask(viewport, points),
		tracks: tracks.map(({ place, corners }) => ({ place, line: linePath(corners) })),
	};
}

/** A task alone, small. */
export function drawTaskThumbnail(points: readonly TaskPoint[]): TaskThumbnailDrawing {
	const viewport = new Viewport(boundsOf(positionsOfTask(points)), thumbnailFormat);
	return { width: viewport.width, height: viewport.height, ...drawTask(viewport, points) };
}

/** What a viewport has to show of a task: its points and the outlines of its zones. */
export function positionsOfTask(points: readonly TaskPoint[]) {
	return [...points, ...orientZones(points).flatMap((zone) => zoneOutline(zone).flat())];
}

/** @param arrow length of the head of an arrow, in units */
export function drawTask(viewport: Viewport, points: readonly TaskPoint[], arrow = 14): TaskDrawing {
	return {
		course: viewport.line(points),
		arrows: points
			.slice(1)
			.map((point, index) =>
				arrowHead(viewport.project(points[index] ?? point), viewport.project(point), arrow),
			)
			.join(""),
		zones: orientZones(points).map((oriented) => {
			const isLine = oriented.zone.shape === "line";
			const polygons = zoneOutline(oriented, cornerStep(viewport, oriented));
			return {
				path: polygons
					.map((polygon) => (isLine ? viewport.line(polygon) : viewport.outline(polygon)))
					.join(""),
				isLine,
			};
		}),
	};
}

/** Units that an outline may be off its arc. */
const roundness = 0.2;

/** Degrees between two corners of an outline: few for a zone that is small on the viewport. */
function cornerStep({ unitsPerMetre }: Viewport, { zone }: OrientedZone): number {
	const radius = Math.max(1, zoneReach(zone) * unitsPerMetre);
	return Math.min(20, Math.max(3, (2 * Math.acos(1 - roundness / radius) * 180) / Math.PI));
}

/** A shorter leg has no room for an arrow. */
const leastLeg = 60;

function arrowHead(
	[fromX, fromY]: readonly [number, number],
	[toX, toY]: readonly [number, number],
	arrow: number,
): string {
	const [dx, dy] = [toX - fromX, toY - fromY];
	const length = Math.hypot(dx, dy);
	if (length < leastLeg) return "";
	const [alongX, alongY] = [(dx / length) * arrow, (dy / length) * arrow];
	const tip = [(fromX + toX) / 2 + alongX / 2, (fromY + toY) / 2 + alongY / 2] as const;
	const back = (side: 1 | -1) =>
		`${round(tip[0] - alongX - (side * alongY) / 2)} ${round(tip[1] - alongY + (side * alongX) / 2)}`;
	return `M${back(1)}L${round(tip[0])} ${round(tip[1])}L${back(-1)}`;
}

/** Names of a task for its map, with its course and the edges of its zones. The names keep off these. */
export function foregroundOfTask(viewport: Viewport, points: readonly TaskPoint[]): Foreground {
	const projected = (line: readonly Position[]) => line.map((point) => viewport.project(point));
	const zones = orientZones(points);
	const edges = (zone: OrientedZone) =>
		zoneOutline(zone, cornerStep(viewport, zone)).map((polygon) =>
			projected([...polygon, ...polygon.slice(0, 1)]),
		);
	return {
		names: namesOf(viewport, points),
		lines: [projected(points)],
		edges: zones.filter(({ zone }) => zone.shape !== "line").flatMap(edges),
		walls: zones.filter(({ zone }) => zone.shape === "line").flatMap(edges),
	};
}

/** S, 1, 2 and so on, F: as maps and mails name the points. */
export function pointNumber(index: number, count: number): string {
	if (index === 0) return "S";
	return index === count - 1 ? "F" : String(index);
}

/** The points, numbered; start and finish at one place share a name. */
function namesOf(viewport: Viewport, points: readonly TaskPoint[]): NamedPoint[] {
	const names = new Map<string, NamedPoint & { readonly short: string; readonly name: string }>();
	for (const [index, point] of points.entries()) {
		const [x, y] = viewport.project(point);
		const number = pointNumber(index, points.length);
		const before = names.get(`${x} ${y}`);
		const short = before ? `${before.short}/${number}` : number;
		const name = before?.name ?? point.name;
		names.set(`${x} ${y}`, { x, y, text: `${short} ${name}`, short, name, kind: "point" });
	}
	return [...names.values()].map(({ name: _, ...dot }) => dot);
}

/** The track of one of the first three, on the viewport of a task: a value of a path's `d`. */
interface MedalTrack {
	readonly place: number;
	readonly line: string;
}

/** Units of a viewport 1000 wide, and corners. */
const detail = { tolerance: 1.5, maxPoints: 260, fixed: [] };

/** The corners of a track, in whole units. */
function cornersOfTrack(viewport: Viewport, { latitudes, longitudes }: Trace): ViewportPoint[] {
	const xs = Float64Array.from(longitudes, (longitude) => viewport.x(longitude));
	const ys = Float64Array.from(latitudes, (latitude) => viewport.y(latitude));
	return simplifyLine(xs, ys, detail).map((fix) => [Math.round(xs[fix] ?? 0), Math.round(ys[fix] ?? 0)]);
}
