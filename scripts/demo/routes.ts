import type { Position } from "~/lib/geodesy/position";
import { sphereDestination, sphereLeg } from "~/lib/geodesy/sphere";

/** When a demo flight is where, in milliseconds since 1970. */
interface Times {
	readonly takeOff: number;
	/** Over the start line. */
	readonly start: number;
	readonly landing: number;
}

/** Half a turn, in degrees. */
const back = 180;

export function lengthOf(path: readonly Position[]): number {
	return path.slice(1).reduce((sum, to, index) => sum + sphereLeg(path[index] ?? to, to).distanceM, 0);
}

/**
 * The way of a glider that flies at one speed: behind the start and over it in time, then along the path and home.
 * @param path from the start on
 */
export function routeOf(path: readonly Position[], { takeOff, start, landing }: Times): readonly Position[] {
	const [field, first] = path;
	if (!field || !first) return path;
	const before = (lengthOf(path) * (start - takeOff)) / (landing - start);
	const behind = sphereDestination(field, sphereLeg(field, first).bearingDeg + back, before / 2);
	return [field, behind, ...path];
}

/** The way towards the first point, as far as a glider gets before it has to turn, and home. @param farM metres */
export function turnedBack([field, first]: readonly Position[], farM: number): readonly Position[] {
	if (!field || !first) return [];
	const { distanceM, bearingDeg } = sphereLeg(field, first);
	return [field, sphereDestination(field, bearingDeg, Math.min(distanceM, farM)), field];
}

/** The point after a part of a route. @param share 0 to 1 */
export function pointOf(route: readonly Position[], share: number): Position {
	let left = share * lengthOf(route);
	for (const [index, to] of route.slice(1).entries()) {
		const from = route[index] ?? to;
		const { distanceM } = sphereLeg(from, to);
		if (left <= distanceM) {
			const part = distanceM === 0 ? 0 : left / distanceM;
			return {
				latitude: from.latitude + (to.latitude - from.latitude) * part,
				longitude: from.longitude + (to.longitude - from.longitude) * part,
			};
		}
		left -= distanceM;
	}
	return route.at(-1) ?? { latitude: 0, longitude: 0 };
}
