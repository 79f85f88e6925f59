import type { Ctx } from "~/lib/context";
import type { LiveDay } from "./live-types";

const nothing: LiveDay = { signalAt: null, pilots: [] };

/**
 * The last position of every competitor whose positions may be kept, without delay: for the desk, and for nobody else. Nothing is
 * asked where LIVE is off.
 */
export async function deskPositions({ live }: Ctx): Promise<LiveDay> {
	if (!live) return nothing;
	const response = await live.fetch("https://live.invalid/positions");
	return response.json<LiveDay>();
}

/** The positions that everybody may see, after the delay of the edition: never of a pilot who is out or missing. */
export async function publicPositions(ctx: Ctx): Promise<LiveDay> {
	return ctx.live ? deskPositions(ctx) : nothing;
}
