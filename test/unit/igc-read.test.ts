import { describe, expect, test } from "vitest";
import {
	encode,
	generateFixes,
	type IgcFileOptions,
	igcFile,
	igcLines,
} from "../../scripts/demo/igc-generator";
import { read, readFile } from "../support/flight-logs";

const readText = (text: string) => read(encode(text, "utf-8"));

test("a header record is read among the first 2,000 and passed over behind them", () => {
	const lines = igcLines({ fixes: 40 });
	const pilot = lines.findIndex((line) => line.startsWith("HFPLT"));
	const pilotBehind = (headers: number) => {
		const filler: string[] = new Array(headers - pilot).fill("HOSITSite:here");
		return readText([...lines.slice(0, pilot), ...filler, ...lines.slice(pilot)].join("\r\n"));
	};
	expect(pilotBehind(1_990).header.pilot).toBe("Jana Nováková");
	const log = pilotBehind(2_010);
	expect([log.header.pilot, log.fixes.length]).toEqual([null, 40]);
});

test("a whole file gives date, recorder, header, fixes and signature", () => {
	const { fixes, ...log } = read(igcFile({ dateHeader: "numbered", flightOfDay: 2, fixes: 100 }));
	expect(log).toEqual({
		date: "2025-07-15",
		flightOfDay: 2,
		recorder: { maker: "LXV", serial: "6MS" },
		header: {
			pilot: "Jana Nováková",
			gliderType: "LS 4",
			registration: "OK-4321",
			competitionNumber: "7K",
			recorderType: "LXNAV,LX9000",
		},
		unreadable: { count: 0, firstLine: null },
		events: [],
		gaps: { count: 0, longest: 0 },
		hasSignature: true,
		endsMidRecord: false,
		zeroPositions: 0,
		hasWideAltitudes: false,
	});
	expect(fixes.length).toBe(100);
	for (const values of Object.values(fixes)) if (typeof values === "object") expect(values).toHaveLength(100);
});

test("fixes come back as they were written", () => {
	const written = generateFixes({ fixes: 60 });
	const { fixes } = readFile({ fixes: 60 });
	written.forEach((fix, index) => {
		expect(fixes.times[index]).toBe(fix.time);
		expect(fixes.latitudes[index]).toBeCloseTo(fix.latitude, 4);
		expect(fixes.longitudes[index]).toBeCloseTo(fix.longitude, 4);
		expect(fixes.pressureAltitudes[index]).toBe(fix.pressureAltitude);
		expect(fixes.gnssAltitudes[index]).toBe(fix.gnssAltitude);
		expect(fixes.valid[index]).toBe(1);
	});
});

test("the places of a B record are those of the format", () => {
	const record = "B1602405407121S00249342WV-014500421";
	const { fixes } = readFile({ insert: { 0: [record] }, start: "16:03:00" });
	expect(fixes.times[0]).toBe(16 * 3600 + 2 * 60 + 40);
	expect(fixes.latitudes[0]).toBeCloseTo(-(54 + 7.121 / 60), 9);
	expect(fixes.longitudes[0]).toBeCloseTo(-(2 + 49.342 / 60), 9);
	expect(fixes.pressureAltitudes[0]).toBe(-145);
	expect(fixes.gnssAltitudes[0]).toBe(421);
	expect(fixes.valid[0]).toBe(0);
});

test.each([
	["both altitudes negative", "B0929595007200N01520400EA-0012-0003", -12, -3],
	["altitudes padded with blanks", "B0929595007200N01520400EA   85   -7", 85, -7],
	["blank altitudes", "B0929595007200N01520400EA          ", undefined, undefined],
	["blank altitude with extension behind", "B0929595007200N01520400EA     0008512", 0, 85],
])("%s", (_, record, pressure, gnss) => {
	const { fixes, unreadable } = readFile({ insert: { 0: [record] } });
	const isRead = pressure !== undefined;
	expect(unreadable.count).toBe(isRead ? 0 : 1);
	if (!isRead) return;
	expect([fixes.pressureAltitudes[0], fixes.gnssAltitudes[0]]).toEqual([pressure, gnss]);
});

test.each([
	["hour 24", "B2400005007200N01520400EA0024000285"],
	["minute 60", "B0960005007200N01520400EA0024000285"],
	["second 60", "B0929605007200N01520400EA0024000285"],
	["latitude above 90", "B0929599007201N01520400EA0024000285"],
	["more than 60 minutes of latitude", "B0929595060001N01520400EA0024000285"],
	["longitude above 180", "B0929595007200N18000001EA0024000285"],
	["no hemisphere", "B0929595007200X01520400EA0024000285"],
	["hemispheres exchanged", "B0929595007200E01520400NA0024000285"],
	["neither A nor V", "B0929595007200N01520400EX0024000285"],
	["letters in the altitude", "B0929595007200N01520400EA0O24000285"],
	["a minus alone", "B0929595007200N01520400EA    -00285"],
	["too short", "B0929595007200N01520400EA002400028"],
])("a B record is unreadable and counted: %s", (_, record) => {
	const lines = igcLines({ fixes: 40, insert: { 3: [record] } });
	const log = readText(lines.join("\n"));
	expect(log.fixes.length).toBe(40);
	expect(log.unreadable).toEqual({ count: 1, firstLine: lines.indexOf(record) + 1 });
});

test.each<[string, IgcFileOptions]>([
	["CRLF", { lineEnd: "\r\n" }],
	["LF", { lineEnd: "\n" }],
	["CR", { lineEnd: "\r" }],
	["lower case", { lowerCase: true }],
	["byte-order mark", { byteOrderMark: true }],
	["extensions", { extensions: true }],
	["a long line", { insert: { 5: [`LXXX${"x".repeat(50_000)}`] } }],
	["blank lines", { insert: { 0: ["", "  ", "\t"], 9: [""] } }],
])("a file is read with %s", (_, options) => {
	const log = readFile(options);
	expect(log.fixes.length).toBe(40);
	expect(log.unreadable.count).toBe(0);
	expect(log.date).toBe("2025-07-15");
	expect(log.header.gliderType?.toUpperCase()).toBe("LS 4");
	expect(log.hasSignature).toBe(true);
	expect(log.endsMidRecord).toBe(false);
});

describe("header values", () => {
	const pilot = "Žofie Příliš-Šťastná";

	test.each(["utf-8", "windows-1250"] as const)("are read as %s", (encoding) => {
		expect(readFile({ pilot, encoding }).header.pilot).toBe(pilot);
	});

	test("UTF-8 in one record and windows-1250 in another are both read", () => {
		const extra = encode("HFGTYGLIDERTYPE:Větroň\r\n", "windows-1250");
		const [recorder, ...rest] = igcLines({ fixes: 40, pilot });
		const bytes = [...encode(`${recorder}\r\n`, "utf-8"), ...extra, ...encode(rest.join("\r\n"), "utf-8")];
		expect(read(Uint8Array.from(bytes)).header).toMatchObject({ pilot, gliderType: "Větroň" });
	});

	test.each(["", "   ", "NIL", "nkn", "Not recorded", "-"])("say nothing when they hold %j", (value) => {
		expect(readFile({ registration: value }).header.registration).toBeNull();
	});

	test("the first record with a value counts, from any writer", () => {
		const insert = { 0: ["HOPLTPILOT:Second", "HPPLT:Third"] };
		expect(readFile({ pilot: "", insert }).header.pilot).toBe("Second");
	});

	test("come without control characters and at a bounded length", () => {
		const value = `a\u0007b\u202Ec ${"x".repeat(5000)}`;
		const read = readFile({ pilot: value }).header.pilot ?? "";
		expect(read.startsWith("a b c x")).toBe(true);
		expect(read.length).toBeLessThanOrEqual(200);
	});

	test("a record without a colon says nothing", () => {
		const insert = { 0: ["HFGIDGLIDERID", "HFGID", "H", "HF"] };
		expect(readFile({ registration: "", insert }).header.registration).toBeNull();
	});
});

test.each([
	["ALXV6MS", { maker: "LXV", serial: "6MS" }, null],
	["AFLA6NGFLIGHT:2", { maker: "FLA", serial: "6NG" }, 2],
	["AFIL01460FLIGHT:1", { maker: "FIL", serial: "01460" }, 1],
	["AXGD222 COMPEO+ SN02476 SW3.38", { maker: "XGD", serial: "222" }, null],
	["AXCSAAAXCSoar", { maker: "XCS", serial: "AAA" }, null],
	["aNAV3f2", { maker: "NAV", serial: "3F2" }, null],
	["AXXX", { maker: "XXX", serial: "" }, null],
])("recorder of %s", (line, recorder, flightOfDay) => {
	expect(readFile({ recorder: line })).toMatchObject({ recorder, flightOfDay });
});

describe("the end of a file", () => {
	const whole = igcLines({ fixes: 40, signed: false }).join("\r\n");

	test("a fix cut off is told apart from unreadable ones", () => {
		for (const cut of [1, 10, 34]) {
			const log = readText(whole.slice(0, whole.length - cut));
			expect(log).toMatchObject({ endsMidRecord: true, unreadable: { count: 0, firstLine: null } });
			expect(log.fixes.length).toBe(39);
		}
	});

	test("a fix cut off within its extensions is read and told", () => {
		const text = igcLines({ fixes: 40, signed: false, extensions: true }).join("\n");
		const log = readText(text.slice(0, -3));
		expect(log).toMatchObject({ endsMidRecord: true, fixes: { length: 40 } });
	});

	test("an earlier unreadable fix stays counted beside the one cut off", () => {
		const text = igcLines({ fixes: 40, signed: false, insert: { 4: ["B12"] } }).join("\n");
		expect(readText(text.slice(0, -5))).toMatchObject({ endsMidRecord: true, unreadable: { count: 1 } });
	});

	test.each([
		["no line end", ""],
		["padding", "\0\0\0\0"],
		["the DOS mark", "\r\n\x1a"],
		["blank lines", "\r\n\r\n\r\n"],
	])("a whole last record with %s is not cut off", (_, tail) => {
		expect(readText(whole + tail)).toMatchObject({ endsMidRecord: false, fixes: { length: 40 } });
	});

	test("a short last fix is cut off, whatever line ends follow it", () => {
		expect(readText(`${whole.slice(0, -5)}\r\n\r\n`)).toMatchObject({
			endsMidRecord: true,
			unreadable: { count: 0 },
		});
	});

	test("without G records there is no signature", () => {
		expect(readText(whole).hasSignature).toBe(false);
		expect(readText(`${whole}\nG`).hasSignature).toBe(false);
	});
});

test("engine noise is the higher of ENL and MOP, where the I record puts them", () => {
	const lines = igcLines({ fixes: 12 });
	const loud = lines.map((line) => (line.startsWith("B") ? `${line}012003950` : line));
	const { fixes } = read(
		encode(["AXXX123", "I033638FXA3941ENL4244MOP", ...loud.slice(1)].join("\n"), "utf-8"),
	);
	expect([...fixes.noise]).toEqual(Array(12).fill(950));
	expect([...read(encode(lines.join("\n"), "utf-8")).fixes.noise]).toEqual(Array(12).fill(0));
});

test("presses of the pilot's event marker are read, other events are not", () => {
	const insert = { 3: ["E093015PEV"], 5: ["E093020ATSxx", "E09302"], 7: ["E093028pev extra"] };
	expect(read(igcFile({ fixes: 20, insert })).events).toEqual([34215, 34228]);
});
