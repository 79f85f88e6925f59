import { contentOf } from "~/lib/tasks/charts/charts-queries.server";
import type { Airspace } from "~db/schema";
import type { Edition } from "~editions/schema";

/** The spaces in force, without the classes that the edition does not check. @param inForce rows of `airspacesInForce` */
export function checkedAirspaces(
	{ uncheckedAirspace }: Edition,
	inForce: readonly { readonly content: readonly Airspace[] }[],
): readonly Airspace[] {
	const unchecked = new Set(uncheckedAirspace);
	return contentOf(inForce).filter(({ airspaceClass }) => !unchecked.has(airspaceClass));
}
