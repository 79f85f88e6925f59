import { at } from "~/lib/at";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { longestLegs } from "~/lib/flights/igc-file/flight-legs";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { trackOf } from "~/lib/flights/igc-file/track";
import type { Track } from "./thin-track";

/**
 * The times in the air that the logs of a day show, the longest of each log, one after the other. Where two recorders overlap, the one that began
 * earlier counts. Its length is 0 when nothing flew.
 * @param elevationM of the airfield
 */
export function flownTrack(flights: readonly Flight[], elevationM: number): Track {
	const parts = flights
		.flatMap((flight) =>
			longestLegs(flight.fixes, flight.legs).map((leg) => ({
				flight,
				track: trackOf(flight, leg, elevationM),
			})),
		)
		.map(({ flight: { log }, track }) => ({
			...track,
			times: track.times.map((time) => Math.round(momentOf(log.date, time) / 1000)),
		}))
		.sort((a, b) => at(a.times, 0) - at(b.times, 0));
	let latest = Number.NEGATIVE_INFINITY;
	const fixes = parts.flatMap((part) => {
		const first = part.times.findIndex((time) => time > latest);
		if (first < 0) return [];
		latest = at(part.times, part.length - 1);
		return [{ part, first }];
	});
	const length = fixes.reduce((sum, { part, first }) => sum + part.length - first, 0);
	const join = (field: "times" | "latitudes" | "longitudes" | "heights") => {
		const joined = new Float64Array(length);
		let end = 0;
		for (const { part, first } of fixes) {
			joined.set(part[field].subarray(first), end);
			end += part.length - first;
		}
		return joined;
	};
	const times = join("times");
	return {
		length: times.length,
		times,
		latitudes: join("latitudes"),
		longitudes: join("longitudes"),
		heights: join("heights"),
	};
}
