import type { Airspace } from "~/lib/airspace/airspace";
import { airspacesOf, type ChartInForce } from "~/lib/charts/charts-queries.server";
import type { Edition } from "~editions/schema";

/** The spaces in force, without the classes that the edition does not check. @param inForce rows of `airspacesInForce` */
export function checkedAirspaces(
	{ uncheckedAirspace }: Edition,
	inForce: readonly ChartInForce[],
): readonly Airspace[] {
	const unchecked = new Set(uncheckedAirspace);
	return airspacesOf(inForce).filter(({ airspaceClass }) => !unchecked.has(airspaceClass));
}
