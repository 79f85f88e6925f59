import { dayMilliseconds } from "~/lib/editions/prague-time";
import { type Position, radiansPerDegree, shortWayRound } from "./geodesy";

const minuteMilliseconds = 60_000;

/** Zenith angle in degrees. At sunset the upper edge of the sun is on the horizon, with 34′ of refraction and 16′ of radius. */
const sunsetZenith = 90.833;
/** Zenith angle in degrees at the end of civil twilight. */
const duskZenith = 96;

const sine = (degrees: number) => Math.sin(degrees * radiansPerDegree);
const cosine = (degrees: number) => Math.cos(degrees * radiansPerDegree);

interface LastLight {
	readonly sunset: Date;
	/** The end of civil twilight. */
	readonly dusk: Date;
}

/**
 * Sunset and the end of civil twilight by the low-precision formulas of the Astronomical Almanac (docs/formats.md). They are exact
 * to a minute where people fly gliders.
 * @param date local date in the longitude of the place, `YYYY-MM-DD`
 * @returns null when the sun does not set on that date, or twilight does not end
 */
export function lastLight(date: string, place: Position): LastLight | null {
	const noon = Date.parse(`${date}T12:00:00Z`) - (place.longitude / 360) * dayMilliseconds;
	const sunset = descentBelow(sunsetZenith, noon, place);
	const dusk = descentBelow(duskZenith, noon, place);
	return sunset === null || dusk === null ? null : { sunset: new Date(sunset), dusk: new Date(dusk) };
}

/**
 * Milliseconds since 1970 at which the sun sinks below an angle; null when it stays above or below.
 * @param noon time of the mean sun's noon
 */
function descentBelow(zenith: number, noon: number, { latitude }: Position): number | null {
	let time = noon;
	// The sun moves between noon and its setting; the second round is already exact to seconds.
	for (let round = 0; round < 3; round += 1) {
		const { declination, equationMinutes } = sunAt(time);
		const cosineOfAngle =
			(cosine(zenith) - sine(latitude) * sine(declination)) / (cosine(latitude) * cosine(declination));
		if (Math.abs(cosineOfAngle) > 1) return null;
		const hourAngle = Math.acos(cosineOfAngle) / radiansPerDegree;
		time = noon + (hourAngle * 4 - equationMinutes) * minuteMilliseconds;
	}
	return time;
}

/** Whether it is darker than in civil twilight. @param time milliseconds since 1970 */
export function isNight(time: number, { latitude, longitude }: Position): boolean {
	const { declination, equationMinutes } = sunAt(time);
	const sundialMinutes = (time % dayMilliseconds) / minuteMilliseconds + longitude * 4 + equationMinutes;
	const hourAngle = sundialMinutes / 4 - 180;
	const height =
		sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(hourAngle);
	return height < cosine(duskZenith);
}

/** 1 January 2000, 12:00 UTC. */
const epoch = Date.UTC(2000, 0, 1, 12);

/** Declination in degrees north of the equator, and minutes by which a sundial is ahead of the mean sun. */
function sunAt(time: number) {
	const days = (time - epoch) / dayMilliseconds;
	const meanLongitude = 280.46 + 0.9856474 * days;
	const anomaly = 357.528 + 0.9856003 * days;
	const longitude = meanLongitude + 1.915 * sine(anomaly) + 0.02 * sine(2 * anomaly);
	const obliquity = 23.439 - 0.0000004 * days;
	const rightAscension =
		Math.atan2(cosine(obliquity) * sine(longitude), cosine(longitude)) / radiansPerDegree;
	return {
		declination: Math.asin(sine(obliquity) * sine(longitude)) / radiansPerDegree,
		equationMinutes: shortWayRound(meanLongitude - rightAscension) * 4,
	};
}
