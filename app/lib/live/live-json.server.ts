import type { Ctx } from "~/lib/context";
import { publicPositions } from "./live-queries.server";
import type { LiveDay, LivePilot } from "./live-types";

/**
 * A dot on the maps of visitors: start number, type of the class, degrees of latitude and longitude, metres above sea level, kilometres
 * an hour, degrees of the track, and when it was there in seconds since midnight UTC. Names stand nowhere in it.
 */
type LiveDot = readonly [
	startNumber: string,
	classType: string,
	latitude: number,
	longitude: number,
	altitude: number,
	speed: number,
	track: number,
	timeOfDay: number,
];

interface LiveJson extends Pick<LiveDay, "signalAt" | "delays"> {
	readonly dots: readonly LiveDot[];
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
	return { signalAt, delays, dots: pilots.map(toDot) };
}
