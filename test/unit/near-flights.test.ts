import { expect, test } from "vitest";
import { closestApproach, timesAlong } from "~/lib/desk/near-flights";

const place = { latitude: 50, longitude: 15 };

/** Flies north along a meridian, 50 m/s, from 20 km south of the place to 20 km north of it. */
const northbound = (longitude: number) => ({
	times: [36_000, 36_800],
	latitudes: [50 - 20_000 / 111_195, 50 + 20_000 / 111_195],
	longitudes: [longitude, longitude],
	altitudes: [1000, 1000],
	kind: "gnss" as const,
	gaps: [],
	marks: { takeOff: null, landing: null, highest: null },
});

test("between two points of a trace the glider is where it flew", () => {
	const approach = closestApproach(northbound(15), place, 36_000);
	expect(approach?.time).toBe(36_400);
	expect(approach?.distanceM).toBeLessThan(1);
});

test("half an hour and 5 km are the limits", () => {
	expect(closestApproach(northbound(15), place, 36_400 + 2_100)).toBeNull();
	expect(closestApproach(northbound(15), place, 36_400 + 1_700)).not.toBeNull();
	expect(closestApproach(northbound(15.0685), place, 36_400)).not.toBeNull();
	expect(closestApproach(northbound(15.072), place, 36_400)).toBeNull();
});

test("who flew along a leg is found with the times, not before the launch, and not 6 km beside it", () => {
	const [from, to] = [
		{ latitude: 49.9, longitude: 15 },
		{ latitude: 50.1, longitude: 15 },
	];
	const along = timesAlong(northbound(15.02), from, to, 0);
	expect(along).toEqual({ first: 36_090, last: 36_690 });
	expect(timesAlong(northbound(15.02), from, to, 36_500)?.first).toBe(36_500);
	expect(timesAlong(northbound(15.02), from, to, 37_000)).toBeNull();
	expect(timesAlong(northbound(15.09), from, to, 0)).toBeNull();
});
