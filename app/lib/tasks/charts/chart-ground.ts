import type { Ctx } from "~/lib/context";
import type { Results } from "~/lib/db/read.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Language } from "~/lib/i18n/language";
import { type BackgroundMap, backgroundMapOf } from "~/lib/maps/background-map";
import type { Position } from "~/lib/maps/geodesy";
import { terrainAround } from "~/lib/maps/terrain/load-terrain.server";
import { cornersOf, kindOfAirspace, limitText, metresOfLevel } from "~/lib/tasks/airspace/airspace";
import type { Airspace } from "~db/schema";
import type { Edition } from "~editions/schema";
import { airspacesOf, type chartsInForce, contentOf } from "./charts-queries.server";

/** Metres: gliders of the competition stay below. */
const highestFloor = 3_000;

/** The background map of an edition: places of its waypoint file, and the airspace that matters to gliders. */
function chartGround(
	{ edition, language }: { readonly edition: Edition; readonly language: Language },
	{ waypoints, airspaces }: Results<ReturnType<typeof chartsInForce>>,
	namesSpaces: boolean,
): BackgroundMap {
	const { t } = textsOf(language);
	const inWords = ({ name, floor, ceiling }: Airspace) =>
		`${name}: ${limitText(t, language, floor)} – ${limitText(t, language, ceiling)}`;
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
			.map((space) => ({
				kind: kindOfAirspace(space),
				outline: cornersOf(space),
				...(namesSpaces && { name: inWords(space) }),
			})),
	};
}

/**
 * The background map with the heights around some places; without a place, around the airfield.
 * @param namesSpaces whether the page says the names and limits of the airspace
 */
export async function groundAround(
	ctx: Ctx,
	charts: Results<ReturnType<typeof chartsInForce>>,
	places: readonly Position[],
	namesSpaces = false,
): Promise<BackgroundMap> {
	const terrain = await terrainAround(ctx, places.length > 0 ? places : [ctx.edition.airfield]);
	return { ...chartGround(ctx, charts, namesSpaces), terrain };
}

/** SeeYou's styles of airfields. */
const isLandable = (style: number) => style === 2 || style === 4 || style === 5;

function isLow({ floor }: Airspace): boolean {
	if (floor.reference === "UNL") return false;
	return (floor.reference === "FL" ? metresOfLevel(floor.value) : floor.value) < highestFloor;
}
