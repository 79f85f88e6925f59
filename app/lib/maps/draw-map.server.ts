import type { Language } from "~/lib/i18n/language";
import { areaInViewport, beyond, type Corner, clipLine, clipRing, type ViewportArea } from "./area-path";
import type { BackgroundMap } from "./background-map";
import { homeBorders, otherBorders } from "./borders.server";
import type { Position } from "./geodesy";
import { type Box, type Label, type NamedPlace, placeLabels } from "./labels";
import { drawRelief } from "./terrain/draw-relief";
import { tilesOf } from "./terrain/terrain";
import type { TerrainSource } from "./terrain/tile";
import { towns } from "./towns";
import { inset, linePath, type ScaleBar, type Viewport, type ViewportPoint } from "./viewport";
import { lakes, rivers } from "./waters.server";

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
	/** Airspaces. */
	readonly areas: readonly (ViewportArea & { readonly kind: string })[];
	/** The same names placed for a map as wide as a page, and for one as wide as a phone, where the font is larger. */
	readonly labels: { readonly wide: readonly Label[]; readonly narrow: readonly Label[] };
	readonly scaleBar: ScaleBar;
}

/** Sizes in units of a viewport 1000 wide. `map.css` has the same sizes. */
const fontSizes = { wide: 20, narrow: 34 };
const scaleText = 120;
/** Distance in units from a corner to the next one that is worth drawing. */
const leastStep = 1.5;
const leastWaterStep = 4;
const [home, others] = [homeBorders.map(cornersOfLine), otherBorders.map(cornersOfLine)];
const [riverLines, lakeRings] = [rivers.map(cornersOfWater), lakes.map(cornersOfWater)];

/** @param water a row of waters.server.ts */
function cornersOfWater(water: string) {
	const [names = "", lines = ""] = water.split(":");
	const [cs, en] = names.split("/");
	return { names: cs && en ? { cs, en } : null, lines: lines.split(",").map(cornersOfLine) };
}

/** @param line thousandths of a degree, in the format of borders.server.ts and waters.server.ts */
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
	readonly names: readonly NamedPlace[];
	/** Names are placed beside these lines where possible. */
	readonly lines: readonly (readonly ViewportPoint[])[];
	/** No name lies on these lines. */
	readonly walls?: readonly (readonly ViewportPoint[])[];
}

/** Draws the background map of a viewport, with the names of its places. */
export function drawMap(
	viewport: Viewport,
	{ places, areas = [], language, terrain = null }: BackgroundMap,
	{ names, ...foreground }: Foreground,
): MapDrawing {
	const { width, height, scaleBar } = viewport;
	const taken = cornersOf(viewport);
	const bounds = beyond(viewport.bounds);
	const dots = [...names, ...placesOn(viewport, { places, language }, names)];
	const labels = (fontSize: number) => placeLabels(dots, { width, height, fontSize, taken, ...foreground });
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
	const lines = (all: readonly Corner[][], least: number) =>
		all
			.flatMap((line) => clipLine(line, bounds))
			.map((line) => path(line, least))
			.join("");
	const rings = (all: readonly Corner[][], least: number) =>
		all
			.map((corners) => clipRing(corners, bounds))
			.map((clipped) => (clipped.length > 0 ? `${path(clipped, least)}Z` : ""))
			.join("");
	const linesOf = (waters: typeof riverLines) => waters.flatMap((water) => water.lines);
	const relief = terrain ? drawRelief(viewport, terrain) : [];
	return {
		width,
		height,
		relief,
		missingTiles: terrain ? tilesOf(viewport.bounds).filter((name) => terrain.missing.includes(name)) : [],
		reliefSources: relief.length > 0 ? (terrain?.sources ?? []) : [],
		home: rings(home, leastStep),
		borders: lines(others, leastStep),
		rivers: lines(linesOf(riverLines), leastWaterStep),
		lakes: rings(linesOf(lakeRings), leastWaterStep),
		areas: areas.flatMap(({ kind, outline }) => {
			const drawn = areaInViewport(viewport, outline);
			return drawn ? [{ kind, ...drawn }] : [];
		}),
		labels: { wide: labels(fontSizes.wide), narrow: labels(fontSizes.narrow) },
		scaleBar,
	};
}

/** Distance in units within which two names are taken to be of the same place. */
const near = 3;
/** Distance in units within which a waypoint with the name of a town is taken to be the town. */
const sameTown = 25;

/**
 * The places to name, by importance: airfields, large towns, rivers and lakes, small towns, other waypoints. A place that has a
 * name already is left out.
 */
function placesOn(
	viewport: Viewport,
	{ places, language }: Pick<BackgroundMap, "places" | "language">,
	names: readonly NamedPlace[],
): NamedPlace[] {
	const dotOf = (place: Position, text: string, kind: NamedPlace["kind"]): NamedPlace => {
		const [x, y] = viewport.place(place);
		return { x, y, text, short: null, kind };
	};
	const isSeen = ({ x, y }: NamedPlace) => x > 0 && y > 0 && x < viewport.width && y < viewport.height;
	const isNamed = (dot: NamedPlace) =>
		names.some((other) => Math.hypot(dot.x - other.x, dot.y - other.y) < near);
	const townDots = (language ? towns : [])
		.map((town) => dotOf(town, town.names[language ?? "cs"], kindsOfTown[town.size]))
		.filter(isSeen);
	const isTown = (dot: NamedPlace) =>
		townDots.some(
			({ x, y, text }) =>
				Math.hypot(dot.x - x, dot.y - y) < sameTown && plain(dot.text).startsWith(plain(text)),
		);
	const dots = places
		.map((place) => dotOf(place, place.name, place.isAirfield ? "airfield" : "place"))
		.filter(isSeen);
	return [
		...dots.filter(({ kind }) => kind === "airfield"),
		...townDots.filter(({ kind }) => kind !== "place"),
		...(language ? waterNames(viewport, language) : []),
		...townDots.filter(({ kind }) => kind === "place"),
		...dots.filter((dot) => dot.kind === "place" && !isTown(dot)),
	].filter((dot) => !isNamed(dot));
}

const kindsOfTown = { 1: "place", 2: "town", 3: "city" } as const;

/** The name in lower case without accents. Waypoint files often have names in capitals, without accents. */
function plain(name: string): string {
	return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * The names of rivers and lakes. A river is named once, at the middle of its longest visible part, and a lake at the middle of its
 * shore line.
 */
function waterNames(viewport: Viewport, language: Language): NamedPlace[] {
	const named = new Set<string>();
	return [...riverLines, ...lakeRings].flatMap(({ names, lines }) => {
		const text = names?.[language];
		if (text === undefined || named.has(text)) return [];
		const [longest] = lines
			.map((line) => line.filter((corner) => isInside(corner, viewport)))
			.toSorted((one, other) => other.length - one.length);
		const middle = longest?.[longest.length >> 1];
		if (!middle) return [];
		named.add(text);
		const [x, y] = viewport.place({ longitude: middle[0], latitude: middle[1] });
		return [{ x, y, text, short: null, kind: "water" as const }];
	});
}

function isInside([longitude, latitude]: Corner, { bounds }: Viewport): boolean {
	const { west, east, south, north } = bounds;
	return longitude > west && longitude < east && latitude > south && latitude < north;
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
