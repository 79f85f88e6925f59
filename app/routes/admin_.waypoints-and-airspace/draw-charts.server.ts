import { areaInViewport, type ViewportArea } from "~/lib/maps/area-path";
import { drawMap } from "~/lib/maps/draw-map.server";
import { boundsOf, Viewport } from "~/lib/maps/viewport";
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
	const viewport = new Viewport(boundsOf(shown), mapFormat);
	const dots = waypoints.map((waypoint) => {
		const [x, y] = viewport.place(waypoint);
		return { x, y, text: waypoint.name, short: null, kind: "point" as const };
	});
	return {
		map: drawMap(viewport, { places: [] }, { names: dots.slice(0, mostNames), lines: [] }),
		spaces: drawAirspaces(viewport, airspaces),
		/** Those without a name on the map. */
		points: dots.slice(mostNames).map(({ x, y }) => ({ x, y })),
	};
}

export type ChartDrawing = NonNullable<ReturnType<typeof drawCharts>>;

/** An airspace on a viewport. */
interface DrawnAirspace extends ViewportArea {
	readonly name: string;
	readonly kind: AirspaceKind;
}

/** The airspaces that a viewport shows. */
function drawAirspaces(viewport: Viewport, airspaces: readonly Airspace[]): DrawnAirspace[] {
	return airspaces
		.filter(({ outline }) => overlap(boxOf(outline), viewport.bounds))
		.flatMap((airspace) => {
			const drawn = areaInViewport(viewport, cornersOf(airspace));
			return drawn ? [{ name: airspace.name, kind: kindOfAirspace(airspace), ...drawn }] : [];
		});
}
