import type { Degrees, ReplayFlight } from "./replay-data";

/**
 * Metres along the task at a time, from a place in degrees; null before the start, and without a task. Whoever has finished
 * has flown the whole task.
 */
export type Progress = (time: number, latitude: number, longitude: number) => number | null;

const metresPerDegree = 111_195;

/** Flat between two places: good to a thousandth within a leg. */
function metresBetween([latitude, longitude]: Degrees, [otherLatitude, otherLongitude]: Degrees): number {
	const middle = ((latitude + otherLatitude) / 2) * (Math.PI / 180);
	const east = (otherLongitude - longitude) * Math.cos(middle);
	return metresPerDegree * Math.hypot(otherLatitude - latitude, east);
}

/** @param points of the task; in an area the place that counts for this flight takes the place of its middle */
export function createProgress(
	points: readonly Degrees[],
	{ start, finish, reached }: ReplayFlight,
): Progress {
	const course = points.map((point, index) => reached[index - 1]?.[1] ?? point);
	const legs = course.slice(1).map((point, index) => metresBetween(course[index] ?? point, point));
	const flownUntil = legs.map((_, index) => legs.slice(0, index).reduce((sum, leg) => sum + leg, 0));
	const total = legs.reduce((sum, leg) => sum + leg, 0);
	return (time, latitude, longitude) => {
		if (start === null || time < start || legs.length === 0) return null;
		if (finish !== null && time >= finish) return total;
		let leg = 0;
		while (leg < legs.length - 1 && (reached[leg]?.[0] ?? Number.POSITIVE_INFINITY) <= time) leg++;
		const toGo = metresBetween([latitude, longitude], course[leg + 1] ?? [latitude, longitude]);
		return (flownUntil[leg] ?? 0) + Math.max(0, (legs[leg] ?? 0) - toGo);
	};
}
