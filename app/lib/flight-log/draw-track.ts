import type { Flight } from "./analyse-flight";
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

/** The track seen from above, north up, as geometry for an SVG; lengths in units of the view box. */
export interface TrackDrawing extends PictureLine {
	readonly viewBox: string;
	readonly width: number;
	readonly height: number;
	readonly marks: readonly PictureMark[];
	/** Degrees, north and east positive. */
	readonly meridians: readonly { readonly x: number; readonly degrees: number }[];
	readonly parallels: readonly { readonly y: number; readonly degrees: number }[];
	/** `width` units to the right of `x`, `y` stand for `metres`. */
	readonly scaleBar: {
		readonly x: number;
		readonly y: number;
		readonly width: number;
		readonly metres: number;
	};
}

const width = 1000;
const leastHeight = 500;
const mostHeight = 1000;
const margin = 40;
const metresPerDegree = 111_195;
/** Metres: the width of the picture of a glider that never moved. */
const leastExtent = 1000;
const gridLines = 5;
const scaleBarShare = 0.2;
/** The projection breaks at the poles. */
const leastCosine = 0.01;

/** Draws believable positions in a local equirectangular projection. */
export function drawTrack(flight: Flight): TrackDrawing {
	const { fixes, positions } = flight;
	const sheet = layOut(fixes, positions);
	const xs = new Float64Array(positions.length);
	const ys = new Float64Array(positions.length);
	for (let position = 0; position < positions.length; position++) {
		const index = at(positions, position);
		xs[position] = sheet.x(at(fixes.longitudes, index));
		ys[position] = sheet.y(at(fixes.latitudes, index));
	}
	const barMetres = roundStep((width * scaleBarShare) / sheet.unitsPerMetre / 2);
	return {
		viewBox: `0 0 ${width} ${sheet.height}`,
		width,
		height: sheet.height,
		...drawLine(xs, ys, fixes, positions),
		marks: markFlight(flight, (index) => ({
			x: sheet.x(at(fixes.longitudes, index)),
			y: sheet.y(at(fixes.latitudes, index)),
		})),
		meridians: sheet.meridians,
		parallels: sheet.parallels,
		scaleBar: {
			x: margin,
			y: sheet.height - margin / 2,
			width: round(barMetres * sheet.unitsPerMetre),
			metres: barMetres,
		},
	};
}

/** Fits the fixes into the view box: functions from degrees to units, and the grid. */
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
	const metresPerLongitude = metresPerDegree * Math.max(leastCosine, Math.cos((middle * Math.PI) / 180));
	const metresWide = Math.max(leastExtent, (east - west) * metresPerLongitude);
	const metresHigh = Math.max(leastExtent / 2, (north - south) * metresPerDegree);
	const inside = width - 2 * margin;
	const wanted = Math.round((inside * metresHigh) / metresWide) + 2 * margin;
	const height = Math.min(mostHeight, Math.max(leastHeight, wanted));
	const unitsPerMetre = Math.min(inside / metresWide, (height - 2 * margin) / metresHigh);
	const place = {
		x: (longitude: number) =>
			width / 2 + (longitudeDifference(origin, longitude) - centre) * metresPerLongitude * unitsPerMetre,
		y: (latitude: number) => height / 2 - (latitude - middle) * metresPerDegree * unitsPerMetre,
	};
	const widthInDegrees = width / (metresPerLongitude * unitsPerMetre);
	const heightInDegrees = height / (metresPerDegree * unitsPerMetre);
	const [left, bottom] = [origin + centre - widthInDegrees / 2, middle - heightInDegrees / 2];
	return {
		...place,
		height,
		unitsPerMetre,
		meridians: multiplesWithin(left, left + widthInDegrees, roundStep(widthInDegrees / gridLines)).map(
			(degrees) => ({
				x: round(((degrees - left) / widthInDegrees) * width),
				degrees: Number(longitudeDifference(0, degrees).toFixed(6)),
			}),
		),
		parallels: multiplesWithin(bottom, bottom + heightInDegrees, roundStep(heightInDegrees / gridLines)).map(
			(degrees) => ({ y: round(place.y(degrees)), degrees }),
		),
	};
}
