import { expect, test } from "vitest";
import { createLineReader, readBeacon } from "~/lib/live/aprs-line";
import { PositionMemory } from "~/lib/live/position-memory";
import { beaconLine } from "~test/fakes/beacon-line";

/* What listening costs on a day on which all of Central Europe flies: 120 gliders of the competition and 600 others, a beacon a second each. */

const airfield = { latitude: 49.5312, longitude: 15.8745 };
const [own, others] = [120, 600];
const seconds = 300;
/** Of a core. */
const mostShare = 0.05;

test("120 gliders and 600 others at a beacon a second take less than a twentieth of a core", () => {
	const begin = Date.parse("2025-07-17T12:00:00Z");
	const device = (glider: number) => (0xdd0000 + glider).toString(16).toUpperCase();
	const bytesAt = (now: number) =>
		new TextEncoder().encode(
			Array.from({ length: own + others }, (_, glider) =>
				beaconLine({
					device: device(glider),
					at: new Date(now),
					latitude: 49.2 + glider / 1_000,
					longitude: 15.5 + (now - begin) / 10_000_000,
					altitude: 1_000 + glider,
					speed: 100,
				}),
			).join("\r\n"),
		);
	const sent = Array.from({ length: seconds }, (_, second) => bytesAt(begin + second * 1000));
	const memory = new PositionMemory(airfield);
	memory.keepOnly(new Set(Array.from({ length: own }, (_, glider) => device(glider))), []);
	const lines = createLineReader();
	const before = process.cpuUsage();
	for (const [second, bytes] of sent.entries()) {
		const now = begin + second * 1000;
		for (const line of [...lines(bytes), ...lines(new Uint8Array([13, 10]))]) {
			const beacon = readBeacon(line);
			if (beacon) memory.hear(beacon, now);
		}
		// Every alarm writes what is new.
		if (second % 30 === 0) JSON.stringify([memory.lasts(), memory.heardSince(now - 60_000)]);
	}
	const { user, system } = process.cpuUsage(before);
	expect(memory.lasts()).toHaveLength(own);
	const share = (user + system) / 1_000_000 / seconds;
	console.log(`listening takes ${(share * 100).toFixed(2)} % of a core`);
	expect(share).toBeLessThan(mostShare);
});
