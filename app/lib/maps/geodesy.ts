import type { EarthModel } from "~db/enums";

/** A position on WGS-84 in degrees; north and east are positive. */
export interface Position {
	readonly latitude: number;
	readonly longitude: number;
}

export interface Leg {
	readonly distanceM: number;
	/** True direction at the beginning, from 0 to 360; 0 between points that coincide. */
	readonly bearingDeg: number;
}

export const radiansPerDegree = Math.PI / 180;

/** Length of a degree of a meridian on the mean sphere (6,371.0 km), for pictures and thinned lines. */
export const metresPerDegree = 111_195;

/** A direction brought into the range from 0 up to, but not including, 360. */
export function compassDegrees(degrees: number): number {
	return ((degrees % 360) + 360) % 360;
}

/** A difference of directions, or a longitude, brought into the range from -180 up to, but not including, 180. */
export function shortWayRound(degrees: number): number {
	return compassDegrees(degrees + 180) - 180;
}

/** Formats a coordinate as `49° 31.872′ N`, which instruments accept. */
export function coordinate(degrees: number, positive: string, negative: string): string {
	const thousandths = Math.round(Math.abs(degrees) * 60_000);
	const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
	return `${Math.floor(thousandths / 60_000)}°\u00A0${minutes}′\u00A0${degrees < 0 ? negative : positive}`;
}

/** Radius of the FAI's sphere in metres. StrePla scores by it. */
const radius = 6_371_000;

/** A leg on the great circle. Its bearing is 0 between points that coincide. */
function sphereLeg(from: Position, to: Position): Leg {
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

function sphereDestination(from: Position, bearingDeg: number, distanceM: number): Position {
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

/** WGS-84, metres. */
export const equatorialRadius = 6_378_137;
const flattening = 1 / 298.257223563;
const polarRadius = equatorialRadius * (1 - flattening);
export const eccentricitySquared = flattening * (2 - flattening);

/** Radians. It is less than a tenth of a millimetre on the ground. */
const closeEnough = 1e-12;
const mostRounds = 100;

/**
 * The geodesic by Vincenty's inverse formula, exact to less than a millimetre, as scores depend on metres over 500 km. The formula fails between points that are nearly
 * opposite on the earth. There the result is that of the sphere, which is half a percent off.
 */
export function ellipsoidLeg(from: Position, to: Position): Leg {
	const difference = (to.longitude - from.longitude) * radiansPerDegree;
	const [sinU1, cosU1] = reducedLatitude(from.latitude);
	const [sinU2, cosU2] = reducedLatitude(to.latitude);
	let lambda = difference;
	for (let round = 0; round < mostRounds; round += 1) {
		const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
		const east = cosU2 * sinLambda;
		const north = cosU1 * sinU2 - sinU1 * cosU2 * cosLambda;
		const sinSigma = Math.hypot(east, north);
		if (sinSigma === 0) break;
		const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
		const sinAlpha = (cosU1 * cosU2 * sinLambda) / sinSigma;
		const cosSquaredAlpha = 1 - sinAlpha * sinAlpha;
		// A geodesic along the equator has no middle latitude.
		const cosMiddle = cosSquaredAlpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cosSquaredAlpha;
		const sigma = Math.atan2(sinSigma, cosSigma);
		const before = lambda;
		const arc = { cosSquaredAlpha, sinSigma, cosSigma, cosMiddle };
		lambda = difference + longitudeCorrection(sinAlpha, sigma, arc);
		if (Math.abs(lambda - before) > closeEnough) continue;
		const { a, correction } = arcCorrection(arc);
		return {
			distanceM: polarRadius * a * (sigma - correction),
			bearingDeg: compassDegrees(Math.atan2(east, north) / radiansPerDegree),
		};
	}
	return sphereLeg(from, to);
}

/** Vincenty's direct formula. */
function ellipsoidDestination(from: Position, bearingDeg: number, distanceM: number): Position {
	const bearing = bearingDeg * radiansPerDegree;
	const [sinBearing, cosBearing] = [Math.sin(bearing), Math.cos(bearing)];
	const [sinU1, cosU1] = reducedLatitude(from.latitude);
	const sinAlpha = cosU1 * sinBearing;
	const cosSquaredAlpha = 1 - sinAlpha * sinAlpha;
	const toStart = Math.atan2(sinU1, cosU1 * cosBearing);
	const { a } = arcSeries(cosSquaredAlpha);
	const first = distanceM / (polarRadius * a);
	let sigma = first;
	for (let round = 0; round < mostRounds; round += 1) {
		const cosMiddle = Math.cos(2 * toStart + sigma);
		const [sinSigma, cosSigma] = [Math.sin(sigma), Math.cos(sigma)];
		const { correction } = arcCorrection({ cosSquaredAlpha, sinSigma, cosSigma, cosMiddle });
		const before = sigma;
		sigma = first + correction;
		if (Math.abs(sigma - before) < closeEnough) break;
	}
	const [sinSigma, cosSigma] = [Math.sin(sigma), Math.cos(sigma)];
	const towardsPole = sinU1 * sinSigma - cosU1 * cosSigma * cosBearing;
	const latitude = Math.atan2(
		sinU1 * cosSigma + cosU1 * sinSigma * cosBearing,
		(1 - flattening) * Math.hypot(sinAlpha, towardsPole),
	);
	const lambda = Math.atan2(sinSigma * sinBearing, cosU1 * cosSigma - sinU1 * sinSigma * cosBearing);
	const cosMiddle = Math.cos(2 * toStart + sigma);
	const arc = { cosSquaredAlpha, sinSigma, cosSigma, cosMiddle };
	const difference = lambda - longitudeCorrection(sinAlpha, sigma, arc);
	return {
		latitude: latitude / radiansPerDegree,
		longitude: shortWayRound(from.longitude + difference / radiansPerDegree),
	};
}

/** Sine and cosine of the latitude on the auxiliary sphere. */
function reducedLatitude(latitude: number): readonly [sin: number, cos: number] {
	const reduced = Math.atan((1 - flattening) * Math.tan(latitude * radiansPerDegree));
	return [Math.sin(reduced), Math.cos(reduced)];
}

/** An arc on the auxiliary sphere, in the terms of Vincenty's formulas. */
interface Arc {
	readonly cosSquaredAlpha: number;
	readonly sinSigma: number;
	readonly cosSigma: number;
	/** Cosine of twice the angle from the equator to the middle of the arc. */
	readonly cosMiddle: number;
}

/** Radians between a longitude on the auxiliary sphere and the one on the ellipsoid. */
function longitudeCorrection(
	sinAlpha: number,
	sigma: number,
	{ cosSquaredAlpha, sinSigma, cosSigma, cosMiddle }: Arc,
): number {
	const c = (flattening / 16) * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha));
	const series = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1);
	return (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * series);
}

/** The series A and B of Vincenty's formulas. */
function arcSeries(cosSquaredAlpha: number): { readonly a: number; readonly b: number } {
	const u = cosSquaredAlpha * (equatorialRadius ** 2 / polarRadius ** 2 - 1);
	return {
		a: 1 + (u / 16_384) * (4096 + u * (-768 + u * (320 - 175 * u))),
		b: (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u))),
	};
}

/** Radians between an arc on the auxiliary sphere and the geodesic. */
function arcCorrection({ cosSquaredAlpha, sinSigma, cosSigma, cosMiddle }: Arc) {
	const { a, b } = arcSeries(cosSquaredAlpha);
	const twice = 2 * cosMiddle * cosMiddle - 1;
	const last = (b / 6) * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * cosMiddle * cosMiddle - 3);
	return { a, correction: b * sinSigma * (cosMiddle + (b / 4) * (cosSigma * twice - last)) };
}

export interface PlanePoint {
	/** Metres from the origin. */
	readonly east: number;
	readonly north: number;
}

/**
 * A flat map of the country around a point: a transverse Mercator projection on WGS-84 whose meridian goes through the origin.
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

	/** Metres along the meridian, by its radius of curvature at the middle of the arc. */
	private meridianArc(latitude: number): number {
		const sin = Math.sin((latitude + this.originLatitude) / 2);
		const shrunk = 1 - eccentricitySquared * sin * sin;
		const radius = (equatorialRadius * (1 - eccentricitySquared)) / (shrunk * Math.sqrt(shrunk));
		return radius * (latitude - this.originLatitude);
	}
}
