import { expect, test } from "vitest";
import { readBeacon } from "~/lib/live/aprs-line";
import { beaconLine } from "~test/fakes/beacon-line";
import { testEdition } from "~test/support/test-edition";
import { liveEntriesOf, liveGliders } from "../../scripts/demo/live-gliders";
import { seasonOf } from "../../scripts/demo/season";

/* The network of `npm start`: most of the gliders of the demo are in the air when its clock begins, and agree to be seen. */

const at = new Date("2025-07-17T12:30:00Z");
const heard = liveGliders(testEdition)(at);

test("at half past two most gliders are on their way, each by a device of its own", () => {
	expect(heard.length).toBeGreaterThan(25);
	expect(new Set(heard.map(({ device }) => device)).size).toBe(heard.length);
	for (const { altitude, speed = 0 } of heard) {
		expect(altitude).toBeGreaterThan(300);
		expect(speed).toBeLessThan(300);
	}
});

test("most entries that fly have agreed, by devices that the network hears", () => {
	const { registrations } = seasonOf(testEdition, { passwordHash: "", flying: true });
	const agreed = liveEntriesOf(registrations).filter(({ agreedAt }) => agreedAt);
	const devices = new Set(agreed.flatMap(({ deviceIds }) => deviceIds));
	expect(devices.size).toBe(agreed.length);
	expect(heard.filter(({ device }) => devices.has(device)).length).toBeGreaterThan(20);
});

test("the fake writes beacons that are read as they were", () => {
	for (const beacon of heard) {
		const read = readBeacon(beaconLine(beacon));
		expect(read?.latitude).toBeCloseTo(beacon.latitude, 4);
		expect(read?.longitude).toBeCloseTo(beacon.longitude, 4);
		expect(Math.abs((read?.altitude ?? 0) - beacon.altitude)).toBeLessThan(1);
		expect(Math.abs((read?.climb ?? 0) - (beacon.climb ?? 0))).toBeLessThan(0.01);
	}
});
