import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawTracks } from "~/lib/flights/draw-tracks.server";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { drawBarogram } from "~/lib/flights/igc-file/draw-barogram";
import { mostFixes } from "~/lib/flights/igc-file/fix-records";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { climbFigures } from "~/lib/flights/igc-file/flight-record";
import { type FlightLogReading, readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { traceOf } from "~/lib/flights/igc-file/trace";
import { checkUploadName, checkUploadSize } from "~/lib/flights/igc-file/upload-limits";
import { largestFile } from "~/lib/forms/limits";
import { encode, type IgcFileOptions, igcFile, igcLines } from "../../scripts/demo/igc-generator";
import { scaled } from "../support/scale";

const readText = (text: string) => readFlightLog(encode(text, "utf-8"));
const readLines = (options: IgcFileOptions, change: (lines: string[]) => string[]) =>
	readText(change(igcLines(options)).join("\r\n"));

test.each(["flight.igc", "57FLXV1.IGC", "../../etc/passwd.Igc", "a\"'\n\r.igc", "🛩️ let.igc", " day.igc "])(
	"the name %j may be uploaded",
	(name) => {
		expect(checkUploadName(name)).toBeNull();
	},
);

test.each(["flight.txt", "igc", "flight.igc.zip", "", "flight.igc.", "flight_igc"])(
	"the name %j is refused",
	(name) => {
		expect(checkUploadName(name)).toBe("notIgc");
	},
);

test("sizes are refused at nothing and above the limit", () => {
	expect(checkUploadSize(0)).toBe("empty");
	expect(checkUploadSize(largestFile)).toBeNull();
	expect(checkUploadSize(11 * 1024 * 1024)).toBe("tooLarge");
});

describe("a file that is no flight log is refused with the reason", () => {
	const text = (value: string) => encode(value, "utf-8");
	const noise = Uint8Array.from(
		{ length: 5000 },
		(_, index) => (index * 7919 + (index >> 3) * 104_729) & 255,
	);
	test.each<[string, Uint8Array, FlightLogReading]>([
		["empty", new Uint8Array(), { ok: false, reason: "empty" }],
		["blank", text("\uFEFF \r\n\r\n"), { ok: false, reason: "empty" }],
		["11 MB", new Uint8Array(11 * 1024 * 1024).fill(66), { ok: false, reason: "tooLarge" }],
		["ZIP", text("PK\u0003\u0004 flight.igc"), { ok: false, reason: "archive" }],
		["gzip", Uint8Array.from([0x1f, 0x8b, 8, 0]), { ok: false, reason: "archive" }],
		["HTML", text("\n\n<!DOCTYPE html><p>Sign in"), { ok: false, reason: "html", line: 3 }],
		["HTML with mark", text("\uFEFF<html>"), { ok: false, reason: "html", line: 1 }],
		["binary noise", noise, { ok: false, reason: "notText" }],
		[
			"UTF-16",
			new Uint8Array(new Uint16Array(Array.from("ALXV6MS", (c) => c.charCodeAt(0))).buffer),
			{ ok: false, reason: "notText" },
		],
		["prose", text("To whom it may concern\nnothing here"), { ok: false, reason: "noRecorder" }],
		["no A record", igcFile({ recorder: null }), { ok: false, reason: "noRecorder" }],
		["A record without maker", igcFile({ recorder: "A" }), { ok: false, reason: "noRecorder" }],
		["no date", igcFile({ dateHeader: null }), { ok: false, reason: "noDate" }],
		[
			"month 13",
			igcFile({ dateHeader: { line: "HFDTEDATE:151325,01" } }),
			{ ok: false, reason: "invalidDate", line: 2 },
		],
		["no fixes", igcFile({ fixes: 0 }), { ok: false, reason: "tooFewFixes" }],
		["9 fixes", igcFile({ fixes: 9 }), { ok: false, reason: "tooFewFixes" }],
	])("%s", (_, bytes, reading) => {
		expect(readFlightLog(bytes)).toEqual(reading);
	});

	test("10 fixes are enough, 10 of which one has no position are not", () => {
		expect(readFlightLog(igcFile({ fixes: 10 })).ok).toBe(true);
		const change: IgcFileOptions["change"] = (fix, index) => ({ ...fix, valid: index > 0 });
		expect(readFlightLog(igcFile({ fixes: 10, change }))).toEqual({ ok: false, reason: "tooFewFixes" });
	});

	test("the A record must stand within the first 20 lines", () => {
		const below = (count: number) =>
			readLines({ fixes: 20 }, (lines) => [...Array.from({ length: count }, () => "LXXX"), ...lines]);
		expect(below(19).ok).toBe(true);
		expect(below(20)).toEqual({ ok: false, reason: "noRecorder" });
	});

	test("most fixes unreadable, with the line of the first", () => {
		const spoil = (every: number) =>
			readLines({ fixes: 40 }, (lines) => {
				let count = 0;
				return lines.map((line) =>
					line.startsWith("B") && count++ % 5 < every ? line.replace("N", "?") : line,
				);
			});
		expect(spoil(3)).toEqual({ ok: false, reason: "mostUnreadable", line: 11 });
		expect(spoil(2)).toMatchObject({ ok: true, log: { unreadable: { count: 16, firstLine: 11 } } });
	});
});

describe("a file with more of something than any log is refused with the line where that begins", () => {
	const fixes = igcLines({ fixes: 20, signed: false });
	const log = (lines: readonly string[]) => readText([...fixes, ...lines].join("\r\n"));
	const times = (count: number, line: string) => Array.from({ length: count }, () => line);
	const next = fixes.length;
	const fix = fixes.at(-1) ?? "";

	test("fixes", () => {
		expect(log(times(mostFixes - 20, fix)).ok).toBe(true);
		expect(log(times(mostFixes - 19, fix))).toEqual({
			ok: false,
			reason: "tooManyFixes",
			line: next + mostFixes - 19,
		});
	});

	test("event lines", () => {
		expect(log(times(2_000, "E101500PEV")).ok).toBe(true);
		expect(log(times(2_001, "E101500ABC"))).toEqual({
			ok: false,
			reason: "tooManyEvents",
			line: next + 2_001,
		});
	});

	test("fields of an I record", () => {
		expect(log([`I99${"3638ENL".repeat(99)}`]).ok).toBe(true);
		expect(log([`I99${"3638ENL".repeat(100)}`])).toEqual({
			ok: false,
			reason: "tooManyFields",
			line: next + 1,
		});
	});
});

describe("whatever the bytes", () => {
	/** All that an upload does with a file; the figures and pictures must hold numbers only. */
	function use(bytes: Uint8Array): FlightLogReading {
		const reading = readFlightLog(bytes);
		if (reading.ok) {
			const analysis = analyseFlight(reading.log);
			const trace = traceOf(analysis);
			const drawn = JSON.stringify([
				flightFigures(analysis),
				drawTracks([trace], [], { places: [] }),
				drawBarogram(trace),
				climbFigures(analysis),
			]);
			expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
			expect(trace.times.length).toBeLessThan(1_000);
		}
		return reading;
	}

	test("the reader answers", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => use(bytes) !== undefined),
			{ numRuns: scaled(500) },
		);
	});

	test("the reader answers to lines that look like records", () => {
		const line = fc
			.tuple(fc.constantFrom(..."ABHGIKLEFC<\0"), fc.string({ maxLength: 60 }))
			.map((parts) => parts.join(""));
		fc.assert(
			fc.property(
				fc.array(line, { maxLength: 80 }),
				fc.constantFrom("\n", "\r\n", "\r"),
				(lines, lineEnd) => {
					use(encode(["ALXV6MS", "HFDTE150725", ...lines].join(lineEnd), "utf-8"));
				},
			),
			{ numRuns: scaled(500) },
		);
	});

	test("fixes anywhere at any time can be used", () => {
		const digits = (max: number, width: number) =>
			fc.integer({ min: 0, max }).map((value) => `${value}`.padStart(width, "0"));
		const record = fc
			.tuple(
				fc.constant("B"),
				digits(23, 2),
				digits(59, 2),
				digits(59, 2),
				digits(89, 2),
				digits(59_999, 5),
				fc.constantFrom("N", "S"),
				digits(179, 3),
				digits(59_999, 5),
				fc.constantFrom("E", "W"),
				fc.constantFrom("A", "A", "A", "V"),
				digits(99_999, 5),
				digits(99_999, 5),
			)
			.map((parts) => parts.join(""));
		fc.assert(
			fc.property(fc.array(record, { minLength: 20, maxLength: 120 }), (records) => {
				use(encode(["ALXV6MS", "HFDTE150725", ...records].join("\n"), "utf-8"));
			}),
			{ numRuns: scaled(300) },
		);
	});

	test("a file with bytes changed, cut out or put in can be used or is refused", () => {
		const whole = igcFile({ fixes: 200, interval: 10, extensions: true, byteOrderMark: true });
		const change = fc.record({
			at: fc.nat(whole.length),
			cut: fc.nat(200),
			put: fc.uint8Array({ maxLength: 40 }),
		});
		fc.assert(
			fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
				let bytes = whole;
				for (const { at, cut, put } of changes)
					bytes = Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + cut)]);
				use(bytes);
			}),
			{ numRuns: scaled(300) },
		);
	});

	test("a file cut off anywhere behind its tenth fix is read", () => {
		const whole = igcFile({ fixes: 30 });
		const start = igcFile({ fixes: 10, signed: false }).length - 2;
		for (let length = start; length <= whole.length; length++) {
			const reading = use(whole.subarray(0, length));
			expect(reading).toMatchObject({ ok: true, log: { unreadable: { count: 0 } } });
		}
	});

	test("the largest log of the worst kinds is read in one piece", () => {
		const fixes = mostFixes;
		const jump = (index: number) =>
			`B${["00", "13"][index % 2]}0000${index % 2 ? "8959999N17959999E" : "8959999S17959999W"}A9999999999`;
		const lines = ["ALXV6MS", "HFDTE150725", ...Array.from({ length: fixes }, (_, index) => jump(index))];
		expect(use(encode(lines.join("\n"), "utf-8"))).toMatchObject({
			ok: true,
			log: { fixes: { length: fixes } },
		});
		const letters = new Uint8Array(largestFile).fill(72);
		expect(use(letters)).toEqual({ ok: false, reason: "noRecorder" });
	});
});
