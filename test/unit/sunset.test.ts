import { describe, expect, test } from "vitest";
import { formatTime } from "~/lib/i18n/format-dates";
import { lastLight } from "~/lib/maps/sunset";

/*
 * Independent of the formula: the algorithm of the NOAA solar calculator, after Jean Meeus, Astronomical Algorithms, in Julian centuries
 * and with other terms.
 */
const rad = Math.PI / 180;

function noaaSunset(date: string, latitude: number, longitude: number, zenith = 90.833): number {
	let minutes = 720;
	for (let round = 0; round < 4; round += 1) {
		const julianDay = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 2_440_587.5 + minutes / 1440;
		const t = (julianDay - 2_451_545) / 36_525;
		const meanLongitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) % 360;
		const anomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t);
		const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
		const centre =
			Math.sin(anomaly * rad) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
			Math.sin(2 * anomaly * rad) * (0.019993 - 0.000101 * t) +
			Math.sin(3 * anomaly * rad) * 0.000289;
		const node = 125.04 - 1934.136 * t;
		const apparent = meanLongitude + centre - 0.00569 - 0.00478 * Math.sin(node * rad);
		const seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813));
		const obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * Math.cos(node * rad);
		const declination = Math.asin(Math.sin(obliquity * rad) * Math.sin(apparent * rad));
		const y = Math.tan((obliquity / 2) * rad) ** 2;
		const equation =
			(4 / rad) *
			(y * Math.sin(2 * meanLongitude * rad) -
				2 * eccentricity * Math.sin(anomaly * rad) +
				4 * eccentricity * y * Math.sin(anomaly * rad) * Math.cos(2 * meanLongitude * rad) -
				0.5 * y * y * Math.sin(4 * meanLongitude * rad) -
				1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly * rad));
		const angle =
			Math.acos(
				Math.cos(zenith * rad) / (Math.cos(latitude * rad) * Math.cos(declination)) -
					Math.tan(latitude * rad) * Math.tan(declination),
			) / rad;
		minutes = 720 - 4 * (longitude - angle) - equation;
	}
	return Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
}

const places = [
	["Bohemia", 49.68, 14.88],
	["the Alps", 47.2, 11.35],
	["Namibia", -23.3, 17.08],
	["Queensland", -27.4, 151.3],
	["Nevada", 38.9, -119.75],
] as const;

describe.each(places)("in %s", (_, latitude, longitude) => {
	test("sunset and dusk are within a minute of the NOAA algorithm on every day of eleven years", () => {
		let worst = 0;
		for (let day = 0; day < 4018; day += 1) {
			const date = new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);
			const found = lastLight(date, { latitude, longitude });
			const sunset = noaaSunset(date, latitude, longitude);
			const dusk = noaaSunset(date, latitude, longitude, 96);
			worst = Math.max(
				worst,
				Math.abs((found?.sunset.getTime() ?? 0) - sunset),
				Math.abs((found?.dusk.getTime() ?? 0) - dusk),
			);
		}
		expect(worst).toBeLessThan(60_000);
	});
});

/** Civil dusk at 50° N, 15° E by the Czech astronomical yearbook of 2025, here in the time of the clocks: they change between the rows. */
test.each([
	["2025-03-22", "18:49"],
	["2025-04-01", "20:05"],
	["2025-06-20", "21:57"],
	["2025-07-20", "21:39"],
	["2025-10-18", "18:35"],
	["2025-10-28", "17:17"],
])("on %s it is dark at %s, as the printed table says, in summer time and without", (date, time) => {
	const dusk = lastLight(date, { latitude: 50, longitude: 15 })?.dusk ?? new Date(0);
	const printed = [-60_000, 0, 60_000].map((off) => formatTime(new Date(dusk.getTime() + off), "cs"));
	expect(printed).toContain(time);
});

test("on the day of the demo the sun sets before nine in the evening", () => {
	const sunset = lastLight("2025-07-17", { latitude: 49.68, longitude: 14.88 })?.sunset;
	expect(sunset?.toISOString().slice(0, 13)).toMatch(/^2025-07-17T(18|19)/);
});

test("where the sun does not set there is no last light", () => {
	expect(lastLight("2025-06-21", { latitude: 70, longitude: 20 })).toBeNull();
});
