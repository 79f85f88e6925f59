import { compassDegrees, radiansPerDegree, shortWayRound } from "./angles";
import type { Leg, Position } from "./position";

/** Metres; the sphere of the FAI, by which StrePla scores. */
const radius = 6_371_000;

/** The great circle. Points that coincide have the bearing 0. */
export function sphereLeg(from: Position, to: Position): Leg {
	const [latitude, otherLatitude] = [from.latitude * radiansPerDegree, to.latitude * radiansPerDegree];
	const difference = (to.longitude - from.longitude) * radiansPerDegree;
	const east = Math.cos(otherLatitude) * Math.sin(difference);
	const north =
		Math.cos(latitude) * Math.sin(otherLatitude) -
		Math.sin(latitude) * Math.cos(otherLatitude) * Math.cos(difference);
	const inward =
		Math.sin(latitude) * Math.sin(otherLatitude) +
		Math.cos(latitude) * Math.cos(otherLatitude) * Math.cos(difference);
	return {
		distanceM: radius * Math.atan2(Math.hypot(east, north), inward),
		bearingDeg: compassDegrees(Math.atan2(east, north) / radiansPerDegree),
	};
}

export function sphereDestination(from: Position, bearingDeg: number, distanceM: number): Position {
	const [latitude, bearing] = [from.latitude * radiansPerDegree, bearingDeg * radiansPerDegree];
	const arc = distanceM / radius;
	const sinLatitude =
		Math.sin(latitude) * Math.cos(arc) + Math.cos(latitude) * Math.sin(arc) * Math.cos(bearing);
	const difference = Math.atan2(
		Math.sin(bearing) * Math.sin(arc) * Math.cos(latitude),
		Math.cos(arc) - Math.sin(latitude) * sinLatitude,
	);
	return {
		latitude: Math.asin(sinLatitude) / radiansPerDegree,
		longitude: shortWayRound(from.longitude + difference / radiansPerDegree),
	};
}
