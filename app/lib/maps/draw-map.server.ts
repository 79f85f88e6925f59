import { areaInViewport, beyond, type Corner, clipLine, clipRing, type ViewportArea } from "./area-path";
import type { BackgroundMap, Landmark } from "./background-map";
import { homeBorders, otherBorders } from "./borders.server";
import { type Box, type Label, type NamedDot, placeLabels } from "./labels";
import { inset, linePath, type ScaleBar, type Viewport, type ViewportPoint } from "./viewport";

/** A ground as geometry for an SVG; lengths in units of the view box. */
export interface MapDrawing {
	readonly width: number;
	readonly height: number;
	/** Values of a path's `d`: the home country as an area, the borders of the others as lines. Empty where there are none. */
	readonly home: string;
	readonly borders: string;
	/** Airspace. */
	readonly areas: readonly (ViewportArea & { readonly kind: string })[];
	/** The same names for a map as wide as a page, and for one as wide as a phone, where the font is larger. */
	readonly labels: { readonly wide: readonly Label[]; readonly narrow: readonly Label[] };
	readonly scaleBar: ScaleBar;
}

/** Units, of a viewport 1000 wide; `map.css` has the same sizes. */
const fontSizes = { wide: 20, narrow: 34 };
const scaleText = 120;
/** Units from a border to the nearest corner that is worth drawing. */
const leastStep = 1.5;
const [home, others] = [homeBorders.map(cornersOfBorder), otherBorders.map(cornersOfBorder)];

/** @param line thousandths of a degree, as borders.server.ts has them */
function cornersOfBorder(line: string): Corner[] {
	const steps = line.split(" ").map(Number);
	let [longitude, latitude] = [0, 0];
	return Array.from({ length: steps.length / 2 }, (_, index) => {
		longitude += steps[2 * index] ?? 0;
		latitude += steps[2 * index + 1] ?? 0;
		return [longitude / 1000, latitude / 1000];
	});
}

/** What matters more than the ground. */
export interface Foreground {
	readonly names: readonly NamedDot[];
	/** Names are put beside these, not on them. */
	readonly lines: readonly (readonly ViewportPoint[])[];
}

/** Draws the ground of a viewport, with the names of what lies on it. */
export function drawMap(
	viewport: Viewport,
	{ places, areas = [] }: BackgroundMap,
	{ names, lines }: Foreground,
): MapDrawing {
	const { width, height, scaleBar } = viewport;
	const taken = cornersOf(viewport);
	const dots = [...names, ...placesOn(viewport, places, names)];
	const labels = (fontSize: number) => placeLabels(dots, { width, height, fontSize, taken, lines });
	const bounds = beyond(viewport.bounds);
	const path = (corners: readonly Corner[]) =>
		linePath(thinOut(corners.map(([longitude, latitude]) => viewport.place({ longitude, latitude }))));
	return {
		width,
		height,
		home: home
			.map((line) => path(clipRing(line, bounds)))
			.map((ring) => ring && `${ring}Z`)
			.join(""),
		borders: others
			.flatMap((line) => clipLine(line, bounds))
			.map(path)
			.join(""),
		areas: areas.flatMap(({ kind, outline }) => {
			const drawn = areaInViewport(viewport, outline);
			return drawn ? [{ kind, ...drawn }] : [];
		}),
		labels: { wide: labels(fontSizes.wide), narrow: labels(fontSizes.narrow) },
		scaleBar,
	};
}

/** Airfields first. A place that has a name already is not named twice. */
function placesOn(viewport: Viewport, places: readonly Landmark[], names: readonly NamedDot[]): NamedDot[] {
	const near = 3;
	return [...places]
		.sort((a, b) => Number(b.isAirfield) - Number(a.isAirfield))
		.map((place): NamedDot => {
			const [x, y] = viewport.place(place);
			return { x, y, text: place.name, short: null, kind: place.isAirfield ? "airfield" : "place" };
		})
		.filter(({ x, y }) => x > 0 && y > 0 && x < viewport.width && y < viewport.height)
		.filter(({ x, y }) => !names.some((dot) => Math.hypot(dot.x - x, dot.y - y) < near));
}

function cornersOf({ width, height, scaleBar }: Viewport): Box[] {
	const bottom = { top: height - inset - 36, bottom: height, left: 0 };
	return [
		{ ...bottom, right: inset + scaleBar.width + scaleText },
		{ top: 0, bottom: inset + 52, left: width - inset - 52, right: width },
	];
}

/** Without points that lie next to the one before; the last one stays. */
function thinOut(points: readonly ViewportPoint[]): ViewportPoint[] {
	let [beforeX, beforeY] = [Number.NaN, Number.NaN];
	return points.filter(([x, y], index) => {
		if (index < points.length - 1 && Math.hypot(x - beforeX, y - beforeY) < leastStep) return false;
		[beforeX, beforeY] = [x, y];
		return true;
	});
}
