import { expect, test } from "vitest";
import { createLineReader, readBeacon } from "~/lib/live/aprs-line";

const line =
	"FLRDD89C9>OGFLR,qAS,LIDH:/115054h4543.22N/01132.84E'260/072/A=002542 !W10! id06DD89C9 +198fpm -0.8rot 7.8dB 0e -0.3kHz gps4x5";
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test("a beacon has its device, time, position to a thousandth of a minute, height, speed, track and climb in our units", () => {
	expect(readBeacon(line)).toEqual({
		device: "DD89C9",
		timeOfDay: 11 * 3600 + 50 * 60 + 54,
		latitude: expect.closeTo(45 + 43.221 / 60, 7),
		longitude: expect.closeTo(11 + 32.84 / 60, 7),
		altitude: expect.closeTo(774.8, 1),
		speed: expect.closeTo(133.3, 1),
		track: 260,
		climb: expect.closeTo(1.006, 3),
		isPrivate: false,
	});
});

test("south and west are negative, and so is a height below the sea", () => {
	const beacon = readBeacon(line.replace("22N", "22S").replace("84E", "84W").replace("002542", "-00042"));
	expect(beacon?.latitude).toBeLessThan(0);
	expect(beacon?.longitude).toBeLessThan(0);
	expect(beacon?.altitude).toBeCloseTo(-12.8, 1);
});

test("a beacon without third digits, course, speed and climb is still a position", () => {
	const beacon = readBeacon("ICA4B0E3A>OGADSB,qAS,X:/115054h4543.22N/01132.84E^/A=002542 id254B0E3A");
	expect(beacon).toMatchObject({ device: "4B0E3A", speed: 0, track: 0, climb: null });
	expect(beacon?.latitude).toBeCloseTo(45 + 43.22 / 60, 7);
});

test.each([
	["06", false],
	["46", true],
	["86", true],
	["C6", true],
	["3F", false],
])("the flags %s ask for no tracking or stealth: %s", (flags, isPrivate) => {
	expect(readBeacon(line.replace("id06", `id${flags}`))?.isPrivate).toBe(isPrivate);
});

test.each([
	["0600", false],
	["4600", true],
	["8600", true],
])("the ten digits of OGNAVI have the same flags at their front: %s", (flags, isPrivate) => {
	const beacon = readBeacon(line.replace("OGFLR", "OGNAVI").replace("id06", `id${flags}`));
	expect(beacon).toMatchObject({ device: "DD89C9", isPrivate });
});

test.each([
	"# aprsc 2.1.19 14 Jul 2025 11:50:54 GMT GLIDERN1 51.38.1.7:14580",
	"LIDH>OGNSDR,TCPIP*,qAC,GLIDERN2:/115050h4543.10NI01132.20E&/A=000148",
	"LIDH>OGNSDR,TCPIP*,qAC,GLIDERN2:>115050h v0.3.0.RPI CPU:0.6 RAM:750/968MB",
	"FLRDD89C9>OGFLR,qAS,LIDH:/255054h4543.22N/01132.84E'260/072/A=002542 id06DD89C9",
	"FLRDD89C9>OGFLR,qAS,LIDH:/115054h9943.22N/01132.84E'260/072/A=002542 id06DD89C9",
	"FLRDD89C9>OGFLR,qAS,LIDH:/115054h4543.22N/19932.84E'260/072/A=002542 id06DD89C9",
	"FLRDD89C9>OGFLR,qAS,LIDH:/115054h4543.22N/01132.84E'260/072/A=002542 id06DD89",
	"FLRDD89C9>OGFLR,qAS,LIDH:/115054h4543.22N/01132.84E'260/072",
	"\u00ff\u0000\u0080 garbage",
	"",
])("what is no position of a device is none: %s", (text) => {
	expect(readBeacon(text)).toBeNull();
});

test("lines are whole however a server cuts them, with any bytes in them", () => {
	const sent = latin1(`first\r\n\u00e9\u0080second\r\n\nthird\n${line}\r\nbegun`);
	for (const size of [1, 2, 7, sent.length]) {
		const read = createLineReader();
		const lines: string[] = [];
		for (let at = 0; at < sent.length; at += size) lines.push(...read(sent.slice(at, at + size)));
		expect(lines).toEqual(["first", expect.stringMatching(/second$/), "third", line]);
	}
});

test("ten megabytes without the end of a line leave nothing behind, and the next line is read", () => {
	const read = createLineReader();
	const piece = new Uint8Array(64 * 1024).fill(0x41);
	for (let sent = 0; sent < 10 * 1024 * 1024; sent += piece.length) expect(read(piece)).toEqual([]);
	expect(read(latin1(`the end of it\r\n${line}\r\n`))).toEqual([line]);
});
