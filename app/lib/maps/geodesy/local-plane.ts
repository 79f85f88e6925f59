import { eccentricitySquared, equatorialRadius } from "./earth";
import { type Position, radiansPerDegree, shortWayRound } from "./position";

export interface PlanePoint {
	/** Metres from the origin. */
	readonly east: number;
	readonly north: number;
}

/**
 * The country around a point, flat: a transverse Mercator projection on WGS-84 whose meridian goes through the origin.
 * Lengths and directions are right to a metre within 50 km and to 10 m within 100 km of the origin.
 */
export class LocalPlane {
	private readonly originLatitude: number;

	constructor(private readonly origin: Position) {
		this.originLatitude = origin.latitude * radiansPerDegree;
	}

	project(latitudeDeg: number, longitudeDeg: number): PlanePoint {
		const latitude = latitudeDeg * radiansPerDegree;
		const apart = longitudeDeg - this.origin.longitude;
		const longitude = (Math.abs(apart) < 180 ? apart : shortWayRound(apart)) * radiansPerDegree;
		const [sin, cos] = [Math.sin(latitude), Math.cos(latitude)];
		const across = equatorialRadius / Math.sqrt(1 - eccentricitySquared * sin * sin);
		const eastArc = longitude * cos;
		const square = eastArc * eastArc;
		return {
			east: across * eastArc * (1 + (square * (1 - (sin / cos) ** 2)) / 6),
			north: this.meridianArc(latitude) + (across * longitude * eastArc * sin) / 2,
		};
	}

	/** Metres along the meridian, by its radius of curvature half-way. */
	private meridianArc(latitude: number): number {
		const sin = Math.sin((latitude + this.originLatitude) / 2);
		const shrunk = 1 - eccentricitySquared * sin * sin;
		const radius = (equatorialRadius * (1 - eccentricitySquared)) / (shrunk * Math.sqrt(shrunk));
		return radius * (latitude - this.originLatitude);
	}
}
