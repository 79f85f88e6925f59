import type { Ctx } from "~/lib/context";
import { publicPositions } from "./live-queries.server";
import type { LiveDay, LivePilot } from "./live-types";
import { silentSince } from "./live-words.server";
import type { LiveDot } from "./place-dots";

interface LiveJson extends Pick<LiveDay, "signalAt" | "delays"> {
	readonly dots: readonly LiveDot[];
	/** When the network was last heard, if that is long ago: a browser's clock may be another one. */
	readonly silentSince: string | null;
}

/** Decimals of a degree: 1.1 m. */
const decimals = 5;

function toDot({ startNumber, classType, last }: LivePilot): LiveDot {
	const { at, latitude, longitude, altitude, speed, track } = last;
	return [
		startNumber,
		classType,
		Number(latitude.toFixed(decimals)),
		Number(longitude.toFixed(decimals)),
		Math.round(altitude),
		Math.round(speed),
		Math.round(track),
		Math.floor(Date.parse(at) / 1000) % 86_400,
	];
}

/** What visitors' maps ask for: at most 10 kB for 120 gliders. */
export async function liveJson(ctx: Ctx): Promise<LiveJson> {
	const { signalAt, pilots, delays } = await publicPositions(ctx);
	const since = silentSince(ctx, { signalAt });
	return { signalAt, delays, dots: pilots.map(toDot), silentSince: since?.toISOString() ?? null };
}
