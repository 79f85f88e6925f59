import type { EarthModel } from "~db/enums";
import { ellipsoidDestination, ellipsoidLeg } from "./ellipsoid";
import type { Leg, Position } from "./position";
import { sphereDestination, sphereLeg } from "./sphere";

export function legBetween(earth: EarthModel, from: Position, to: Position): Leg {
	return earth === "wgs84" ? ellipsoidLeg(from, to) : sphereLeg(from, to);
}

export function destination(
	earth: EarthModel,
	from: Position,
	bearingDeg: number,
	distanceM: number,
): Position {
	return earth === "wgs84"
		? ellipsoidDestination(from, bearingDeg, distanceM)
		: sphereDestination(from, bearingDeg, distanceM);
}
