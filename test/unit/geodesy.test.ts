import geographiclib from "geographiclib-geodesic";
import { expect, test } from "vitest";
import {
	compassDegrees,
	destination,
	LocalPlane,
	legBetween,
	type Position,
	shortWayRound,
} from "~/lib/maps/geodesy";
import { randomOf } from "../../scripts/demo/random";

const { Geodesic, WGS84 } = geographiclib.Geodesic;
const sphere = new Geodesic(6_371_000, 0);
const rounds = 10_000;

/** Places all over the earth, and a place up to so many kilometres away, by Karney's algorithm. */
function* randomLegs(seed: string, farthestKm: number, model = WGS84) {
	const random = randomOf(seed);
	for (let round = 0; round < rounds; round += 1) {
		const from = { latitude: random.next() * 170 - 85, longitude: random.next() * 360 - 180 };
		const [bearing, distance] = [random.next() * 360, random.next() * farthestKm * 1000];
		const { lat2 = 0, lon2 = 0 } = model.Direct(from.latitude, from.longitude, bearing, distance);
		yield { from, to: { latitude: lat2, longitude: lon2 }, bearing, distance };
	}
}

const metresApart = (one: Position, other: Position) =>
	WGS84.Inverse(one.latitude, one.longitude, other.latitude, other.longitude).s12 ?? Number.NaN;

test.each([
	["wgs84", WGS84],
	["sphere", sphere],
] as const)(
	"distances and bearings on %s agree with another implementation to a centimetre",
	(earth, model) => {
		let [worstDistance, worstBearing, worstPlace] = [0, 0, 0];
		for (const { from, to, bearing, distance } of randomLegs(earth, 1_500, model)) {
			const leg = legBetween(earth, from, to);
			worstDistance = Math.max(worstDistance, Math.abs(leg.distanceM - distance));
			const sideways = Math.abs(shortWayRound(leg.bearingDeg - bearing)) * (Math.PI / 180) * distance;
			worstBearing = Math.max(worstBearing, sideways);
			worstPlace = Math.max(worstPlace, metresApart(destination(earth, from, bearing, distance), to));
		}
		expect(worstDistance).toBeLessThan(0.01);
		expect(worstBearing).toBeLessThan(0.01);
		expect(worstPlace).toBeLessThan(0.01);
	},
);

test("a place is no metre from itself, and one on the other side of the earth is half round it", () => {
	const here = { latitude: 49.5, longitude: 15.9 };
	for (const earth of ["wgs84", "sphere"] as const) {
		expect(legBetween(earth, here, here)).toEqual({ distanceM: 0, bearingDeg: 0 });
		const opposite = legBetween(earth, here, { latitude: -49.5, longitude: -164.1 });
		expect(opposite.distanceM / 20_004_000).toBeCloseTo(1, 2);
	}
});

test.each([
	[50, 1],
	[100, 10],
])("a flat map is right to metres within %d km of its origin", (farthestKm, metres) => {
	let worst = 0;
	for (const { from, to, bearing, distance } of randomLegs("plane", farthestKm)) {
		// Gliders fly where the meridians are not yet close together.
		if (Math.abs(from.latitude) > 65) continue;
		const { east, north } = new LocalPlane(from).project(to.latitude, to.longitude);
		const direction = (bearing * Math.PI) / 180;
		const off = Math.hypot(east - distance * Math.sin(direction), north - distance * Math.cos(direction));
		worst = Math.max(worst, off);
	}
	expect(worst).toBeLessThan(metres);
});

test.each([
	[-90, 270, -90],
	[540, 180, -180],
	[179, 179, 179],
	[-720, 0, 0],
])("%d degrees are %d on the compass and %d the short way round", (degrees, compass, short) => {
	expect([compassDegrees(degrees), shortWayRound(degrees)]).toEqual([compass, short]);
});
