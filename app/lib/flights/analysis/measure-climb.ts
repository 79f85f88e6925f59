import { heightAt, type Track } from "~/lib/flights/igc-file/track";
import { compassDegrees, metresPerDegree, radiansPerDegree, shortWayRound } from "~/lib/maps/geodesy";
import { at, roundTo } from "~/lib/numbers";
import type { FlownClimb } from "~db/schema";
import type { FlightPhase, Motion } from "./climbs-and-glides";

/** Length in seconds of the stretch whose climb is taken as the best. */
const bestSeconds = 30;
/** Share of all turning that must go to one side for a climb to count as turning to that side. */
const oneSide = 0.8;

/** @param toMoment returns milliseconds since 1970 of a time of the track */
export function climbOf(
	track: Track,
	{ turned }: Motion,
	{ first, last }: FlightPhase,
	toMoment: (time: number) => number,
): FlownClimb {
	const { times, heights } = track;
	const timeS = at(times, last) - at(times, first);
	const gainM = at(heights, last) - at(heights, first);
	let [sum, all] = [0, 0];
	for (let fix = first + 1; fix <= last; fix++) {
		sum += at(turned, fix);
		all += Math.abs(at(turned, fix));
	}
	const isOneSided = Math.abs(sum) >= oneSide * all;
	return {
		from: toMoment(at(times, first)),
		to: toMoment(at(times, last)),
		timeS,
		gainM: Math.round(gainM),
		rate: roundTo(2, gainM / timeS),
		best: roundTo(2, bestRate(track, first, last)),
		turns: isOneSided ? (sum < 0 ? "left" : "right") : "both",
		...driftOf(track, first, last),
	};
}

/** Metres a second over the best half minute, or over all of a shorter climb. */
function bestRate(track: Track, first: number, last: number): number {
	const { times, heights } = track;
	const whole = (at(heights, last) - at(heights, first)) / (at(times, last) - at(times, first));
	let best = Number.NEGATIVE_INFINITY;
	for (let fix = first; fix <= last && at(times, fix) + bestSeconds <= at(times, last); fix++) {
		const later = heightAt(track, at(times, fix) + bestSeconds);
		best = Math.max(best, (later - at(heights, fix)) / bestSeconds);
	}
	return best === Number.NEGATIVE_INFINITY ? whole : best;
}

/** The centre of the circles, and its movement: the straight line fitted through the positions of all fixes. */
function driftOf(
	{ times, latitudes, longitudes }: Track,
	first: number,
	last: number,
): Pick<FlownClimb, "latitude" | "longitude" | "driftKmh" | "driftDeg"> {
	const [latitude, longitude, time] = [at(latitudes, first), at(longitudes, first), at(times, first)];
	const count = last - first + 1;
	let [t, tt, x, y, tx, ty] = [0, 0, 0, 0, 0, 0];
	for (let fix = first; fix <= last; fix++) {
		const seconds = at(times, fix) - time;
		const east = shortWayRound(at(longitudes, fix) - longitude);
		const north = at(latitudes, fix) - latitude;
		t += seconds;
		tt += seconds * seconds;
		x += east;
		y += north;
		tx += seconds * east;
		ty += seconds * north;
	}
	const spread = count * tt - t * t;
	const slope = (one: number, product: number) => (spread > 0 ? (count * product - t * one) / spread : 0);
	const east = slope(x, tx) * metresPerDegree * Math.cos(latitude * radiansPerDegree);
	const north = slope(y, ty) * metresPerDegree;
	return {
		latitude: roundTo(5, latitude + y / count),
		longitude: roundTo(5, shortWayRound(longitude + x / count)),
		driftKmh: Math.round(Math.hypot(east, north) * 36) / 10,
		driftDeg: Math.round(compassDegrees(Math.atan2(east, north) / radiansPerDegree)) % 360,
	};
}
