import { areaPath } from "~/lib/map/area-path";
import type { Sheet } from "~/lib/map/sheet";
import { type Airspace, type AirspaceKind, boxOf, cornersOf, kindOfAirspace, overlap } from "./airspace";

/** An airspace on a sheet. */
export interface DrawnAirspace {
	readonly name: string;
	readonly kind: AirspaceKind;
	/** Value of a path's `d`. */
	readonly path: string;
}

/** The airspaces that a sheet shows. */
export function drawAirspaces(sheet: Sheet, airspaces: readonly Airspace[]): DrawnAirspace[] {
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), sheet.bounds))
		.map((airspace) => ({
			name: airspace.name,
			kind: kindOfAirspace(airspace),
			path: areaPath(sheet, cornersOf(airspace)),
		}))
		.filter(({ path }) => path !== "");
}
