import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import type { LogStanding } from "~db/enums";

/**
 * Path of a flight's page; null for a reader who does not find it, because the edition does not publish tracks, or the log does not
 * score.
 */
export function flightPath(
	ctx: Ctx,
	flight: { readonly id: string; readonly isCompetitor: boolean; readonly standing: LogStanding },
): string | null {
	const visible =
		isAdmin(ctx) || (ctx.edition.publishTracks && flight.isCompetitor && flight.standing === "scores");
	return visible ? `/igc/${flight.id}` : null;
}
