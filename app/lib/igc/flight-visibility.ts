import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";

/** Path of a flight's page; null for a reader who does not find it, because the edition does not publish tracks. */
export function flightPath(
	ctx: Ctx,
	flight: { readonly id: string; readonly isCompetitor: boolean },
): string | null {
	const visible = isAdmin(ctx) || (ctx.edition.publishTracks && flight.isCompetitor);
	return visible ? `/igc/${flight.id}` : null;
}
