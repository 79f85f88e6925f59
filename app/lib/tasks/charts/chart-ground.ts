import type { Ctx } from "~/lib/context";
import type { Results } from "~/lib/db/read.server";
import type { Language } from "~/lib/i18n/language";
import { type BackgroundMap, backgroundMapOf } from "~/lib/maps/background-map";
import type { Position } from "~/lib/maps/geodesy";
import { terrainAround } from "~/lib/maps/terrain/load-terrain.server";
import { cornersOf, kindOfAirspace, metresOfLevel } from "~/lib/tasks/airspace/airspace";
import type { Airspace } from "~db/schema";
import type { Edition } from "~editions/schema";
import { airspacesOf, type chartsInForce, contentOf } from "./charts-queries.server";

/** Metres: gliders of the competition stay below. */
const highestFloor = 3_000;

/** The background map of an edition: places of its waypoint file, and the airspace that matters to gliders. */
function chartGround(
	{ edition, language }: { readonly edition: Edition; readonly language: Language },
	{ waypoints, airspaces }: Results<ReturnType<typeof chartsInForce>>,
): BackgroundMap {
	const places = contentOf(waypoints).map(({ name, latitude, longitude, style }) => ({
		name,
		latitude,
		longitude,
		isAirfield: isLandable(style),
	}));
	return {
		places: places.length > 0 ? places : backgroundMapOf(edition, language).places,
		language,
		areas: airspacesOf(airspaces)
			.filter((space) => kindOfAirspace(space) !== "open" && isLow(space))
			.map((space) => ({ kind: kindOfAirspace(space), outline: cornersOf(space) })),
	};
}

/** The background map with the heights around some places; without a place, around the airfield. */
export async function groundAround(
	ctx: Ctx,
	charts: Results<ReturnType<typeof chartsInForce>>,
	places: readonly Position[],
): Promise<BackgroundMap> {
	const terrain = await terrainAround(ctx, places.length > 0 ? places : [ctx.edition.airfield]);
	return { ...chartGround(ctx, charts), terrain };
}

/** SeeYou's styles of airfields. */
const isLandable = (style: number) => style === 2 || style === 4 || style === 5;

function isLow({ floor }: Airspace): boolean {
	if (floor.reference === "UNL") return false;
	return (floor.reference === "FL" ? metresOfLevel(floor.value) : floor.value) < highestFloor;
}
