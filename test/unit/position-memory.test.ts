import { expect, test } from "vitest";
import type { Beacon } from "~/lib/live/aprs-line";
import { liveLanding } from "~/lib/live/live-landing";
import { PositionMemory, positionsFor, trackFor } from "~/lib/live/position-memory";
import { testEdition } from "~test/support/test-edition";

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
	memory.keepOnly(new Set(devices.length > 0 ? devices : ["DD0001"]), []);
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
	memory.keepOnly(new Set(["DD0002"]), []);
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

/** Hears a glider every ten seconds. @returns the end */
function hearFor(memory: PositionMemory, from: number, seconds: number, changes: Partial<Beacon>): number {
	for (let now = from; now <= from + seconds * 1000; now += 10_000) memory.hear(heardAt(now, changes), now);
	return from + seconds * 1000;
}

const standsOf = (memory: PositionMemory) => memory.lasts()[0]?.stands.map(({ at }) => at);

test("a glider that stands still for a minute has stood there, also when it moves on", () => {
	const memory = listening();
	const still = { speed: 4, climb: 0 };
	memory.hear(heardAt(noon), noon);
	hearFor(memory, noon + 10_000, 50, still);
	expect(standsOf(memory)).toEqual([]);
	hearFor(memory, noon + 70_000, 20, still);
	expect(standsOf(memory)).toEqual([noon + 10_000]);
	const trailer = hearFor(memory, noon + 100_000, 600, { speed: 70, climb: 0.5, altitude: 700 });
	expect(standsOf(memory)).toEqual([noon + 10_000]);
	// In a wave, slow over the ground.
	const end = hearFor(memory, trailer + 10_000, 120, { speed: 4, climb: 2 });
	expect(standsOf(memory)).toEqual([noon + 10_000]);
	hearFor(memory, end + 10_000, 120, { ...still, latitude: 49.7 });
	expect(standsOf(memory)).toEqual([noon + 10_000, end + 10_000]);
});

test("who stood on the airfield has not landed as soon as the glider is high above it", () => {
	const memory = listening();
	const end = hearFor(memory, noon, 120, { ...airfield, speed: 0, climb: 0, altitude: 560 });
	hearFor(memory, end + 10_000, 30, { ...airfield, altitude: 900 });
	expect(standsOf(memory)).toEqual([noon]);
	hearFor(memory, end + 50_000, 30, { altitude: 970 });
	expect(standsOf(memory)).toEqual([]);
});

test("who was not heard for ten minutes may have landed, until a climb or a sink that no road has", () => {
	const memory = listening();
	const mayHaveLanded = () => memory.lasts()[0]?.mayHaveLanded;
	memory.hear(heardAt(noon), noon);
	memory.hear(heardAt(noon + 590_000), noon + 590_000);
	expect(mayHaveLanded()).toBe(false);
	const end = hearFor(memory, noon + 1_190_000, 120, { speed: 80, climb: 1.5 });
	expect(mayHaveLanded()).toBe(true);
	memory.hear(heardAt(end + 10_000, { climb: -2.1 }), end + 10_000);
	hearFor(memory, end + 20_000, 60, { climb: 0 });
	expect(mayHaveLanded()).toBe(false);
});

test("a device that asks for privacy hides the other one of its glider until it says something else", () => {
	const memory = new PositionMemory(airfield);
	const both = ["DD0001", "DD0002"];
	const known = () => memory.lasts().map(({ device }) => device);
	const hear = (second: number, changes: Partial<Beacon> = {}) =>
		memory.hear(heardAt(noon + second * 1000, changes), noon + second * 1000);
	memory.keepOnly(new Set([...both, "DD0003"]), [both]);
	hear(0);
	hear(0, { device: "DD0003" });
	hear(1, { device: "DD0002", isPrivate: true });
	hear(2);
	expect(known()).toEqual(["DD0003"]);
	const after = new PositionMemory(airfield);
	after.privacy = memory.privacy;
	after.keepOnly(new Set(both), [both]);
	after.hear(heardAt(noon + 3_000), noon + 3_000);
	expect(after.lasts()).toEqual([]);
	hear(4, { device: "DD0002" });
	hear(5);
	expect(known()).toEqual(["DD0003", "DD0002", "DD0001"]);
	hear(6, { device: "DD0002", isPrivate: true });
	memory.forgetOld(noon + 6_000 + positionsFor);
	expect(memory.privacy).toEqual([]);
});

const field = { latitude: 49.7, longitude: 15.6 };

/** Lets a trailer stop and drive on, some kilometres each. @returns the end */
function driveOn(memory: PositionMemory, from: number, stops: number): number {
	let end = from;
	for (let stop = 1; stop <= stops; stop += 1) {
		const place = { ...field, latitude: field.latitude - stop / 100, altitude: 500, climb: 0.3 };
		end = hearFor(memory, end + 10_000, 120, { ...place, speed: 70 });
		end = hearFor(memory, end + 10_000, 120, { ...place, speed: 0, climb: 0 });
	}
	return end;
}

/** The landing that is proposed of whom the memory knows. */
function proposed(memory: PositionMemory) {
	const [known] = memory.lasts();
	const isoOf = (at: number) => new Date(at).toISOString();
	const stands = (known?.stands ?? []).map((stand) => ({ ...stand, at: isoOf(stand.at) }));
	const flewAt = known?.flewAt ? isoOf(known.flewAt) : null;
	const said = { status: "FLYING" as const, statusAt: null, launches: null, date: "2025-07-17" };
	return liveLanding({ airfield: { ...testEdition.airfield, ...airfield } }, { stands, flewAt }, said);
}

test("however often a trailer stops, the field is proposed as the place of an outlanding, and the airfield once it was there", () => {
	const memory = listening();
	const landed = hearFor(memory, noon, 120, { ...field, speed: 0, climb: 0, altitude: 480 });
	expect(proposed(memory)).toMatchObject({ position: field, isAtAirfield: false });
	const after = driveOn(memory, landed, 20);
	expect(memory.lasts()[0]?.stands.length).toBeLessThanOrEqual(12);
	expect(proposed(memory)).toMatchObject({ position: field, endsAt: new Date(noon) });
	const home = hearFor(memory, after + 10_000, 120, { ...airfield, speed: 0, climb: 0, altitude: 480 });
	driveOn(memory, home, 20);
	expect(proposed(memory)).toMatchObject({ position: airfield, isAtAirfield: true });
});

test("who hung at a slope for a minute and flew on has not landed there, but in the field that came later", () => {
	const memory = listening();
	const hung = hearFor(memory, noon, 120, { latitude: 49.65, speed: 5, climb: 0.5, altitude: 700 });
	const flown = hearFor(memory, hung + 10_000, 300, { altitude: 1_400, climb: 2.5 });
	const glided = hearFor(memory, flown + 10_000, 300, { altitude: 900, climb: -1 });
	const landed = hearFor(memory, glided + 10_000, 120, { ...field, speed: 0, climb: 0, altitude: 480 });
	driveOn(memory, landed, 20);
	expect(proposed(memory)).toMatchObject({ position: field, endsAt: new Date(glided + 10_000) });
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
