import { simplifyLine } from "~/lib/flight-log/simplify-line";
import type { Sheet } from "~/lib/map/sheet";
import { type Airspace, type AirspaceKind, boxOf, cornersOf, kindOfAirspace, overlap } from "./airspace";

/** An airspace on a sheet. */
export interface DrawnAirspace {
	readonly name: string;
	readonly kind: AirspaceKind;
	/** Value of a path's `d`. */
	readonly path: string;
}

/** Units that a line may be drawn from where it is. */
const tolerance = 0.5;
/** Corners of one space. */
const mostCorners = 300;

/** The airspaces that a sheet shows, with as few corners as it needs. */
export function drawAirspaces(sheet: Sheet, airspaces: readonly Airspace[]): DrawnAirspace[] {
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), sheet.bounds))
		.map((airspace) => ({
			name: airspace.name,
			kind: kindOfAirspace(airspace),
			path: outlineOn(sheet, airspace),
		}));
}

function outlineOn(sheet: Sheet, airspace: Airspace): string {
	const corners = cornersOf(airspace);
	const xs = Float64Array.from(corners, ({ longitude }) => sheet.x(longitude));
	const ys = Float64Array.from(corners, ({ latitude }) => sheet.y(latitude));
	// Of a circle, the line between neighbouring ends says nothing about what lies between.
	const fixed = [Math.floor(corners.length / 3), Math.floor((corners.length * 2) / 3)];
	const kept = simplifyLine(xs, ys, { maxPoints: mostCorners, tolerance, fixed });
	return sheet.outline(kept.flatMap((index) => corners[index] ?? []));
}
