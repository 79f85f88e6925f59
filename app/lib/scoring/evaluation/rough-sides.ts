import type { Track } from "~/lib/flights/igc-file/track";
import { radiansPerDegree } from "~/lib/maps/geodesy/angles";
import { type PlacedZone, zoneReach } from "~/lib/tasks/zones";

/** Of a meridian, below and above what it has. */
const metresPerDegree = 110_000;
const longestDegree = 112_000;

export const [outside, unsure, inside] = [0, 1, 2];
/** Share of a cylinder's radius within which a rough distance is surely inside. */
const surelyInside = 0.95;

/**
 * A quick test in degrees, so that most fixes are never put on the plane of a zone.
 * @param margin metres from the zone from which a fix counts as outside
 */
export function roughSides(
	{ latitudes, longitudes }: Track,
	{ zone, centre }: PlacedZone,
	margin: number,
): (fix: number) => number {
	const high = (zoneReach(zone) + margin) / metresPerDegree;
	const width = Math.max(0.01, Math.cos(centre.latitude * radiansPerDegree));
	const safe = zone.shape === "cylinder" ? (zone.radiusM * surelyInside) / longestDegree : 0;
	// A degree of longitude is longest at the edge towards the equator.
	const widest = Math.cos(Math.max(0, Math.abs(centre.latitude) - safe) * radiansPerDegree);
	return (fix) => {
		const up = Math.abs((latitudes[fix] ?? 0) - centre.latitude);
		if (up >= high) return outside;
		const apart = Math.abs((longitudes[fix] ?? 0) - centre.longitude);
		const across = Math.min(apart, 360 - apart);
		if (across * width >= high) return outside;
		return up * up + (across * widest) ** 2 < safe * safe ? inside : unsure;
	};
}
