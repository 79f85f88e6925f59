import type { Ctx } from "~/lib/context";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { terrainWithin } from "~/lib/maps/terrain/load-terrain.server";
import type { Terrain } from "~/lib/maps/terrain/terrain";
import { boundsOf } from "~/lib/maps/viewport";
import { at } from "~/lib/numbers";
import type { Airspace } from "~db/schema";

/** The heights below a flight, where one of the spaces is above ground; else null, as where no tile is stored. */
export async function terrainBelow(
	ctx: Ctx,
	airspaces: readonly Airspace[],
	{ fixes: { latitudes, longitudes }, positions }: Flight,
): Promise<Terrain | null> {
	const isAboveGround = airspaces.some(({ floor, ceiling }) =>
		[floor, ceiling].some(({ reference }) => reference === "AGL"),
	);
	if (!isAboveGround || positions.length === 0) return null;
	const places = Array.from(positions, (fix) => ({
		latitude: at(latitudes, fix),
		longitude: at(longitudes, fix),
	}));
	return terrainWithin(ctx, boundsOf(places));
}
