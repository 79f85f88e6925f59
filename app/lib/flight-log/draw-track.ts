import type { FlightAnalysis } from "./analyse-flight";
import { at, type Fixes } from "./flight-log";
import {
	drawLine,
	markFlight,
	multiplesWithin,
	type PictureLine,
	type PictureMark,
	round,
	roundStep,
} from "./flight-picture";
import { longitudeDifference } from "./plausible-fixes";

/** The track as seen from above, north up: geometry for an SVG, without any look. Lengths in units of the view box. */
export interface TrackDrawing extends PictureLine {
	viewBox: string;
	width: number;
	height: number;
	marks: PictureMark[];
	/** Lines of the grid with their degrees, north and east positive. */
	meridians: { x: number; degrees: number }[];
	parallels: { y: number; degrees: number }[];
	/** A bar of `width` units from `x`, `y` to the right stands for so many metres. */
	scaleBar: { x: number; y: number; width: number; metres: number };
}

const WIDTH = 1000;
const MIN_HEIGHT = 500;
const MAX_HEIGHT = 1000;
const MARGIN = 40;
const METRES_PER_DEGREE = 111_195;
/** A log of one place still gets a picture of this width, in metres. */
const MIN_EXTENT = 1000;
const GRID_LINES = 5;
const SCALE_BAR_SHARE = 0.2;
/** Keeps the map drawable at the poles. */
const MIN_COSINE = 0.01;

/** Draws the believable fixes in a local equirectangular projection. */
export function drawTrack(analysis: FlightAnalysis): TrackDrawing {
	const { fixes, positions } = analysis;
	const sheet = layOut(fixes, positions);
	const xs = new Float64Array(positions.length);
	const ys = new Float64Array(positions.length);
	for (let position = 0; position < positions.length; position++) {
		const index = at(positions, position);
		xs[position] = sheet.x(at(fixes.longitudes, index));
		ys[position] = sheet.y(at(fixes.latitudes, index));
	}
	const barMetres = roundStep((WIDTH * SCALE_BAR_SHARE) / sheet.unitsPerMetre / 2);
	return {
		viewBox: `0 0 ${WIDTH} ${sheet.height}`,
		width: WIDTH,
		height: sheet.height,
		...drawLine(xs, ys, fixes, positions),
		marks: markFlight(analysis, (index) => ({
			x: sheet.x(at(fixes.longitudes, index)),
			y: sheet.y(at(fixes.latitudes, index)),
		})),
		meridians: sheet.meridians,
		parallels: sheet.parallels,
		scaleBar: {
			x: MARGIN,
			y: sheet.height - MARGIN / 2,
			width: round(barMetres * sheet.unitsPerMetre),
			metres: barMetres,
		},
	};
}

/** Fits the fixes into the sheet: the way from degrees to units, and the grid. */
function layOut(fixes: Fixes, indices: Uint32Array) {
	const origin = at(fixes.longitudes, at(indices, 0));
	let [west, east, south, north] = [0, 0, 90, -90];
	for (const index of indices) {
		const longitude = longitudeDifference(origin, at(fixes.longitudes, index));
		west = Math.min(west, longitude);
		east = Math.max(east, longitude);
		south = Math.min(south, at(fixes.latitudes, index));
		north = Math.max(north, at(fixes.latitudes, index));
	}
	const [middle, centre] = [(south + north) / 2, (west + east) / 2];
	const metresPerLongitude = METRES_PER_DEGREE * Math.max(MIN_COSINE, Math.cos((middle * Math.PI) / 180));
	const metresWide = Math.max(MIN_EXTENT, (east - west) * metresPerLongitude);
	const metresHigh = Math.max(MIN_EXTENT / 2, (north - south) * METRES_PER_DEGREE);
	const inside = WIDTH - 2 * MARGIN;
	const wanted = Math.round((inside * metresHigh) / metresWide) + 2 * MARGIN;
	const height = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, wanted));
	const unitsPerMetre = Math.min(inside / metresWide, (height - 2 * MARGIN) / metresHigh);
	const place = {
		x: (longitude: number) =>
			WIDTH / 2 + (longitudeDifference(origin, longitude) - centre) * metresPerLongitude * unitsPerMetre,
		y: (latitude: number) => height / 2 - (latitude - middle) * METRES_PER_DEGREE * unitsPerMetre,
	};
	const widthInDegrees = WIDTH / (metresPerLongitude * unitsPerMetre);
	const heightInDegrees = height / (METRES_PER_DEGREE * unitsPerMetre);
	const [left, bottom] = [origin + centre - widthInDegrees / 2, middle - heightInDegrees / 2];
	return {
		...place,
		height,
		unitsPerMetre,
		meridians: multiplesWithin(left, left + widthInDegrees, roundStep(widthInDegrees / GRID_LINES)).map(
			(degrees) => ({
				x: round(((degrees - left) / widthInDegrees) * WIDTH),
				degrees: Number(longitudeDifference(0, degrees).toFixed(6)),
			}),
		),
		parallels: multiplesWithin(bottom, bottom + heightInDegrees, roundStep(heightInDegrees / GRID_LINES)).map(
			(degrees) => ({ y: round(place.y(degrees)), degrees }),
		),
	};
}
