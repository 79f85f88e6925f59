import { createMemory } from "~/lib/memoise";
import { areaInViewport, beyond, type Corner, clipLine, clipRing, type ViewportArea } from "./area-path";
import type { BackgroundMap } from "./background-map";
import { homeBorders, otherBorders } from "./borders-table.server";
import { type Box, edgeOf, type Label, layOutLabels, type NamedPoint } from "./labels";
import { pointsToName, type Water } from "./place-names";
import { drawRelief } from "./terrain/draw-relief";
import { type Terrain, tilesOf } from "./terrain/terrain";
import type { TerrainSource } from "./terrain/tile";
import { inset, linePath, type ScaleBar, type Viewport, type ViewportPoint } from "./viewport";
import { lakes, rivers } from "./waters-table.server";

/** A background map as geometry for an SVG. Lengths are in units of the view box. */
export interface MapDrawing {
	readonly width: number;
	readonly height: number;
	/**
	 * Values of a path's `d`: the home country as an area, the borders of the others as lines. They are empty when there is nothing
	 * to draw.
	 */
	readonly home: string;
	readonly borders: string;
	/** Values of a path's `d`: rivers as lines, lakes as areas. */
	readonly rivers: string;
	readonly lakes: string;
	/** Values of a path's `d`, from the lowest tint to the highest, and the sources of their heights. They are empty without heights. */
	readonly relief: readonly string[];
	readonly reliefSources: readonly TerrainSource[];
	/** Names of the tiles of heights that are missing for a part of the map; empty when there are no heights at all. */
	readonly missingTiles: readonly string[];
	readonly areas: readonly (ViewportArea & { readonly kind: string; readonly name?: string })[];
	/** The same names placed for a map as wide as a page, and for one as wide as a phone, where the font is larger. */
	readonly labels: { readonly wide: readonly Label[]; readonly narrow: readonly Label[] };
	readonly scaleBar: ScaleBar;
}

/**
 * Sizes in units of a viewport 1000 wide. `map.css` has the same sizes, and shows one of the two sets of names: a map is one SVG for a
 * page and for a phone, and without scripts nothing could move a name that lies on another.
 */
const fontSizes = { wide: 20, narrow: 34 };
const scaleText = 120;
/** Distance in units from a corner to the next one that is worth drawing. */
const leastStep = 1.5;
const leastWaterStep = 4;
const [home, others] = [homeBorders.map(cornersOfLine), otherBorders.map(cornersOfLine)];
const [riverLines, lakeRings] = [rivers.map(cornersOfWater), lakes.map(cornersOfWater)];

/** @param water a row of waters-table.server.ts */
function cornersOfWater(water: string): Water {
	const [names = "", lines = ""] = water.split(":");
	const [cs, en] = names.split("/");
	return { names: cs && en ? { cs, en } : null, lines: lines.split(",").map(cornersOfLine) };
}

/** @param line thousandths of a degree, in the format of borders-table.server.ts and waters-table.server.ts */
function cornersOfLine(line: string): Corner[] {
	const steps = line.split(" ").map(Number);
	let [longitude, latitude] = [0, 0];
	return Array.from({ length: steps.length / 2 }, (_, index) => {
		longitude += steps[2 * index] ?? 0;
		latitude += steps[2 * index + 1] ?? 0;
		return [longitude / 1000, latitude / 1000];
	});
}

/** What lies above the background map and has precedence over it. */
export interface Foreground {
	readonly names: readonly NamedPoint[];
	/** No name of a place lies on these lines; names of points stand beside them where possible. */
	readonly lines: readonly (readonly ViewportPoint[])[];
	/** Edges of areas: the same, but a point's name lies on them rather than on a line. */
	readonly edges?: readonly (readonly ViewportPoint[])[];
	/** No name lies on these lines. */
	readonly walls?: readonly (readonly ViewportPoint[])[];
}

/** Draws the background map of a viewport, with the names of its places. */
export function drawMap(
	viewport: Viewport,
	{ areas = [], terrain = null, reliefStep, ...ground }: BackgroundMap,
	{ names, ...foreground }: Foreground,
): MapDrawing {
	const { width, height, scaleBar } = viewport;
	const taken = cornersOf(viewport);
	const waters = { rivers: riverLines, lakes: lakeRings };
	const dots = [...names, ...pointsToName(viewport, { ...ground, ...waters }, names)];
	const drawnAreas = areas.flatMap(({ outline, ...area }) => {
		const drawn = areaInViewport(viewport, outline);
		return drawn ? [{ ...area, ...drawn }] : [];
	});
	const room = { width, height, taken, spaces: drawnAreas.map(({ edge }) => edgeOf(edge)), ...foreground };
	const labels = (fontSize: number) => layOutLabels(dots, { ...room, fontSize });
	const drawn = groundOf(viewport, terrain, reliefStep);
	return {
		...drawn,
		width,
		height,
		missingTiles: terrain ? tilesOf(viewport.bounds).filter((name) => terrain.missing.includes(name)) : [],
		reliefSources: drawn.relief.length > 0 ? (terrain?.sources ?? []) : [],
		areas: drawnAreas.map(({ edge: _, area, ...about }) => ({ ...about, ...area })),
		labels: { wide: labels(fontSizes.wide), narrow: labels(fontSizes.narrow) },
		scaleBar,
	};
}

/** What a map shows of the country, whatever stands on it. */
type Ground = Pick<MapDrawing, "home" | "borders" | "rivers" | "lakes" | "relief">;

/** Grounds that are kept of some heights: each has some 20 kB. */
const mostGrounds = 60;
const noTerrain = {};
const grounds = new WeakMap<object, ReturnType<typeof createMemory<string, Ground>>>();

/** A task is shown on many pages and its country never changes: to draw it takes most of the time of a page with a map. */
function groundOf(viewport: Viewport, terrain: Terrain | null, reliefStep: number | undefined): Ground {
	const { width, height, bounds } = viewport;
	const key = [width, height, reliefStep, ...Object.values(bounds)].join();
	const drawn = grounds.get(terrain ?? noTerrain) ?? createMemory<string, Ground>(mostGrounds);
	grounds.set(terrain ?? noTerrain, drawn);
	const known = drawn.get(key);
	if (known) return known;
	const ground = drawGround(viewport, terrain, reliefStep);
	drawn.set(key, ground);
	return ground;
}

function drawGround(viewport: Viewport, terrain: Terrain | null, reliefStep: number | undefined): Ground {
	const bounds = beyond(viewport.bounds);
	/** Whole units are exact enough, and make the path half as long. */
	const path = (corners: readonly Corner[], least: number) =>
		linePath(
			thinOut(
				corners.map(([longitude, latitude]) => [
					Math.round(viewport.x(longitude)),
					Math.round(viewport.y(latitude)),
				]),
				least,
			),
		);
	const lines = (all: Water["lines"], least: number) =>
		all
			.flatMap((line) => clipLine(line, bounds))
			.map((line) => path(line, least))
			.join("");
	const rings = (all: Water["lines"], least: number) =>
		all
			.map((corners) => clipRing(corners, bounds))
			.map((clipped) => (clipped.length > 0 ? `${path(clipped, least)}Z` : ""))
			.join("");
	const linesOf = (all: readonly Water[]) => all.flatMap((water) => water.lines);
	return {
		home: rings(home, leastStep),
		borders: lines(others, leastStep),
		rivers: lines(linesOf(riverLines), leastWaterStep),
		lakes: rings(linesOf(lakeRings), leastWaterStep),
		relief: terrain ? drawRelief(viewport, terrain, reliefStep) : [],
	};
}

function cornersOf({ width, height, scaleBar }: Viewport): Box[] {
	const bottom = { top: height - inset - 36, bottom: height, left: 0 };
	return [
		{ ...bottom, right: inset + scaleBar.width + scaleText },
		{ top: 0, bottom: inset + 52, left: width - inset - 52, right: width },
	];
}

/** Drops points that lie next to the previous one; the last one stays. */
function thinOut(points: readonly ViewportPoint[], least: number): ViewportPoint[] {
	let [beforeX, beforeY] = [Number.NaN, Number.NaN];
	return points.filter(([x, y], index) => {
		if (index < points.length - 1 && Math.hypot(x - beforeX, y - beforeY) < least) return false;
		[beforeX, beforeY] = [x, y];
		return true;
	});
}
