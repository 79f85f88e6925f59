import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import type { LogStanding } from "~db/enums";

/** Path of a flight's page. Null when the reader may not see it: the edition does not publish tracks, or the log does not score. */
export function flightPath(
	ctx: Ctx,
	flight: { readonly id: string; readonly isCompetitor: boolean; readonly standing: LogStanding },
): string | null {
	const visible =
		may(ctx, "logs") || (ctx.edition.publishTracks && flight.isCompetitor && flight.standing === "scores");
	return visible ? `/igc/${flight.id}` : null;
}

/** Address of the comparison of a flight with another one; without a second, with the best of its day. */
export function comparePath(flight: string, other?: string): string {
	return `/compare?a=${flight}${other ? `&b=${other}` : ""}`;
}
