import { areaOnSheet, type SheetArea } from "~/lib/maps/area-path";
import { drawMap } from "~/lib/maps/draw-map.server";
import { boundsOf, Sheet } from "~/lib/maps/viewport";
import { type AirspaceKind, boxOf, cornersOf, kindOfAirspace, overlap } from "~/lib/tasks/airspace/airspace";
import { mapFormat } from "~/lib/tasks/draw-task.server";
import type { Airspace, Waypoint } from "~db/schema";

/** Names take the longest to place, and more would cover the map. */
const mostNames = 200;

/** Both files on a map; null without anything to draw. */
export function drawCharts(waypoints: readonly Waypoint[], airspaces: readonly Airspace[]) {
	// Airspace of half a continent must not make one dot of all waypoints.
	const shown = waypoints.length > 0 ? waypoints : airspaces.flatMap(cornersOf);
	if (shown.length === 0) return null;
	const sheet = new Sheet(boundsOf(shown), mapFormat);
	const dots = waypoints.map((waypoint) => {
		const [x, y] = sheet.place(waypoint);
		return { x, y, text: waypoint.name, short: null, kind: "point" as const };
	});
	return {
		map: drawMap(sheet, { places: [] }, { names: dots.slice(0, mostNames), lines: [] }),
		spaces: drawAirspaces(sheet, airspaces),
		/** Those without a name on the map. */
		points: dots.slice(mostNames).map(({ x, y }) => ({ x, y })),
	};
}

export type ChartDrawing = NonNullable<ReturnType<typeof drawCharts>>;

/** An airspace on a sheet. */
interface DrawnAirspace extends SheetArea {
	readonly name: string;
	readonly kind: AirspaceKind;
}

/** The airspaces that a sheet shows. */
function drawAirspaces(sheet: Sheet, airspaces: readonly Airspace[]): DrawnAirspace[] {
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), sheet.bounds))
		.flatMap((airspace) => {
			const drawn = areaOnSheet(sheet, cornersOf(airspace));
			return drawn ? [{ name: airspace.name, kind: kindOfAirspace(airspace), ...drawn }] : [];
		});
}
