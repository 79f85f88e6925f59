import { areaOnSheet, type SheetArea } from "~/lib/maps/area-path";
import type { Sheet } from "~/lib/maps/sheet";
import type { Airspace } from "~db/schema";
import { type AirspaceKind, boxOf, cornersOf, kindOfAirspace, overlap } from "./airspace";

/** An airspace on a sheet. */
export interface DrawnAirspace extends SheetArea {
	readonly name: string;
	readonly kind: AirspaceKind;
}

/** The airspaces that a sheet shows. */
export function drawAirspaces(sheet: Sheet, airspaces: readonly Airspace[]): DrawnAirspace[] {
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), sheet.bounds))
		.flatMap((airspace) => {
			const drawn = areaOnSheet(sheet, cornersOf(airspace));
			return drawn ? [{ name: airspace.name, kind: kindOfAirspace(airspace), ...drawn }] : [];
		});
}
