import { type Landing, landingAt } from "~/lib/desk/landing-proposal";
import { pragueDate } from "~/lib/editions/prague-time";
import type { PilotStatus } from "~db/enums";
import type { Edition } from "~editions/schema";
import type { LiveFix, LivePilot } from "./live-types";

/** Metres above the airfield. A glider that stands still higher up does so in a wave. */
const highestField = 800;

interface KnownOfPilot {
	readonly status: PilotStatus | null;
	readonly statusAt: Date | null;
	readonly launches: readonly number[] | null;
	/** Local date of the day on which the pilot flies. */
	readonly date: string;
}

/**
 * The landing that the positions say of a pilot who is said to fly or to be out; null while there is none since a person last said that
 * the pilot flies. It stays when the glider moves on, as it does on its trailer: only a person says that it flies again. One on the airfield
 * counts before one in a field, which it was before it came home. Of several fields it is the first since the glider was seen to fly: whoever stood
 * still before that hung at a slope, and later ones are where the trailer stopped.
 */
export function liveLanding(
	{ airfield }: Pick<Edition, "airfield">,
	{ stands, flewAt }: Pick<LivePilot, "stands" | "flewAt">,
	{ date, ...pilot }: KnownOfPilot,
): Landing | null {
	// Before the launch everybody stands on the grid.
	if (pilot.status !== "FLYING" && pilot.status !== "OUTLANDING") return null;
	const isLow = ({ altitude }: LiveFix) => altitude < airfield.elevation + highestField;
	const landings = stands
		.filter((stand) => isLow(stand) && pragueDate(new Date(stand.at)) === date)
		.map(({ at, latitude, longitude }) => {
			const landedAt = new Date(at);
			return landingAt(
				{ airfield },
				{ endsAt: landedAt, landedAt, position: { latitude, longitude } },
				pilot,
			);
		})
		.filter(({ isOver }) => !isOver);
	const field = landings.find(({ endsAt }) => endsAt.getTime() > Date.parse(flewAt ?? "1970"));
	return landings.findLast(({ isAtAirfield }) => isAtAirfield) ?? field ?? landings.at(-1) ?? null;
}
