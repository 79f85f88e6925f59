import { expect, test } from "vitest";
import type { Beacon } from "~/lib/live/aprs-line";
import { PositionMemory, positionsFor, trackFor } from "~/lib/live/position-memory";

const airfield = { latitude: 49.5312, longitude: 15.8745 };
const noon = Date.parse("2025-07-17T12:00:00Z");

const heardAt = (now: number, changes: Partial<Beacon> = {}): Beacon => ({
	device: "DD0001",
	timeOfDay: Math.floor((now % 86_400_000) / 1000),
	latitude: 49.6,
	longitude: 15.9,
	altitude: 1200,
	speed: 95,
	track: 120,
	climb: 1.2,
	isPrivate: false,
	...changes,
});

function listening(...devices: readonly string[]) {
	const memory = new PositionMemory(airfield);
	memory.keepOnly(new Set(devices.length > 0 ? devices : ["DD0001"]));
	return memory;
}

test("nothing is kept of a device that no entry has, but that the network speaks is noted", () => {
	const memory = listening();
	expect(memory.hear(heardAt(noon, { device: "DD9999" }), noon)).toBeNull();
	expect(memory.lasts()).toEqual([]);
	expect(memory.signalAt).toBe(noon);
});

test.each([
	["of tomorrow", { timeOfDay: 12 * 3600 + 3600 }],
	["of an hour ago", { timeOfDay: 11 * 3600 - 1 }],
	["at 0°/0°", { latitude: 0, longitude: 0 }],
	["on another continent", { latitude: 40, longitude: -100 }],
])("a beacon %s is not believed", (_, changes) => {
	const memory = listening();
	expect(memory.hear(heardAt(noon, changes), noon)).toBeNull();
	expect(memory.lasts()).toEqual([]);
	expect(memory.signalAt).toBeNull();
});

test("around midnight a time belongs to the nearest day", () => {
	const midnight = Date.parse("2025-07-18T00:00:00Z");
	const memory = listening();
	memory.hear(heardAt(midnight, { timeOfDay: 86_399 }), midnight);
	expect(memory.lasts()[0]?.fix.at).toBe(midnight - 1000);
	memory.hear(heardAt(midnight, { timeOfDay: 2 }), midnight);
	expect(memory.lasts()[0]?.fix.at).toBe(midnight + 2000);
});

test("a device that asks for privacy in the air is forgotten whole", () => {
	const memory = listening();
	memory.hear(heardAt(noon), noon);
	memory.hear(heardAt(noon + 5_000, { isPrivate: true }), noon + 5_000);
	expect(memory.lasts()).toEqual([]);
	// With a clock that is wrong, or from far away, too.
	memory.hear(heardAt(noon), noon);
	memory.hear(heardAt(noon, { isPrivate: true, timeOfDay: 0, latitude: 0 }), noon + 5_000);
	expect(memory.lasts()).toEqual([]);
});

test("half an hour after the last position nothing is left of a track, which is then not to stay where it was stored", () => {
	const memory = listening();
	for (let second = 0; second <= 600; second += 10)
		memory.hear(heardAt(noon + second * 1000), noon + second * 1000);
	const { forgotten } = memory;
	memory.forgetOld(noon + 600_000 + trackFor - 1);
	expect(memory.heardSince(0).length).toBeGreaterThan(0);
	memory.forgetOld(noon + 600_000 + trackFor);
	expect(memory.heardSince(0)).toEqual([]);
	expect(memory.lasts()).toHaveLength(1);
	expect(memory.forgotten).toBeGreaterThan(forgotten);
});

test("a device that may not be kept any more is forgotten at once", () => {
	const memory = listening("DD0001", "DD0002");
	memory.hear(heardAt(noon), noon);
	memory.hear(heardAt(noon, { device: "DD0002" }), noon);
	memory.keepOnly(new Set(["DD0002"]));
	expect(memory.lasts().map(({ device }) => device)).toEqual(["DD0002"]);
});

test("what several receivers hear counts once, and an older beacon changes nothing", () => {
	const memory = listening();
	expect(memory.hear(heardAt(noon), noon)).not.toBeNull();
	expect(memory.hear(heardAt(noon, { latitude: 49.7 }), noon + 1_000)).toBeNull();
	expect(memory.hear(heardAt(noon - 3_000), noon + 1_000)).toBeNull();
	expect(memory.lasts()[0]?.fix.latitude).toBe(49.6);
});

test("a position is found as it was a quarter of an hour ago, at most some seconds older", () => {
	const memory = listening();
	for (let second = 0; second <= 2_400; second += 1) {
		const now = noon + second * 1000;
		memory.hear(heardAt(now, { altitude: second }), now);
	}
	const end = noon + 2_400_000;
	const seen = memory.seenUntil("DD0001", end - 900_000)?.fix;
	expect(seen?.at).toBeGreaterThan(end - 900_000 - 10_000);
	expect(seen?.at).toBeLessThanOrEqual(end - 900_000);
	expect(memory.seenUntil("DD0001", end)?.fix.altitude).toBe(2_400);
	expect(memory.seenUntil("DD0001", end - trackFor - 10_000)).toBeNull();
	expect(memory.heardSince(0).length).toBeLessThanOrEqual(trackFor / 4_000 + 2);
});

test("a glider that stands still is seen to do so since the beginning, and no longer when it moves", () => {
	const memory = listening();
	const still = { speed: 4, climb: 0 };
	memory.hear(heardAt(noon), noon);
	for (let second = 10; second <= 90; second += 10)
		memory.hear(heardAt(noon + second * 1000, still), noon + second * 1000);
	expect(memory.lasts()[0]?.stillSince).toBe(noon + 10_000);
	memory.hear(heardAt(noon + 100_000, { speed: 40 }), noon + 100_000);
	expect(memory.lasts()[0]?.stillSince).toBeNull();
	// In a wave, slow over the ground.
	memory.hear(heardAt(noon + 110_000, { speed: 4, climb: 2 }), noon + 110_000);
	expect(memory.lasts()[0]?.stillSince).toBeNull();
});

test("what was stored is taken back whole", () => {
	const memory = listening();
	for (let second = 0; second <= 1_200; second += 5)
		memory.hear(heardAt(noon + second * 1000, { speed: 3, climb: 0 }), noon + second * 1000);
	const after = listening();
	after.restore(memory.lasts(), memory.heardSince(0));
	expect(after.lasts()).toEqual(memory.lasts());
	expect(after.heardSince(0)).toEqual(memory.heardSince(0));
	expect(after.seenUntil("DD0001", noon + 300_000)?.fix.at).toBe(noon + 300_000);
});

test("what an alarm an hour later erases is not yet a day old", () => {
	expect(positionsFor + 3_600_000).toBeLessThanOrEqual(24 * 3_600_000);
});

test("after 24 hours nothing of a position is left, all through a month of alarms", () => {
	const memory = listening("DD0001", "DD0002");
	const half = 30_000;
	for (let now = noon; now < noon + 30 * 86_400_000; now += half) {
		const hour = Math.floor(now / 3_600_000) % 24;
		if (hour >= 10 && hour < 17) memory.hear(heardAt(now), now);
		memory.forgetOld(now);
		for (const { fix } of memory.lasts()) expect(now - fix.at).toBeLessThan(positionsFor);
	}
	const end = noon + 31 * 86_400_000;
	memory.forgetOld(end);
	expect([memory.lasts(), memory.heardSince(0), memory.signalAt]).toEqual([[], [], null]);
});
