import { describe, expect, test } from "vitest";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { fixLine, type IgcFileOptions, igcFile } from "../../scripts/demo/igc-generator";
import { readFile, spot } from "../support/flight-logs";

describe("date records", () => {
	test.each<[string, string, number | null]>([
		["HFDTE150717", "2017-07-15", null],
		["HFDTEDATE:150717", "2017-07-15", null],
		["HFDTEDATE:150717,01", "2017-07-15", 1],
		["HFDTEDATE: 150717 , 03 ", "2017-07-15", 3],
		["HFDTE DATE:150717", "2017-07-15", null],
		["HFDTE 150717", "2017-07-15", null],
		["HFDTE:150717", "2017-07-15", null],
		["HODTE150717", "2017-07-15", null],
		["HPDTEDATE:150717,12", "2017-07-15", 12],
		["hfdtedate:150717,02", "2017-07-15", 2],
		["HFDTE310780", "1980-07-31", null],
		["HFDTE010199", "1999-01-01", null],
		["HFDTE010179", "2079-01-01", null],
		["HFDTE290224", "2024-02-29", null],
		["HFDTEDATE:150717,00", "2017-07-15", null],
	])("%s", (line, date, flightOfDay) => {
		const log = readFile({ dateHeader: { line } });
		expect([log.date, log.flightOfDay]).toEqual([date, flightOfDay]);
	});

	test.each([
		"HFDTE151325",
		"HFDTE320725",
		"HFDTE000725",
		"HFDTE290225",
		"HFDTE1507",
		"HFDTEDATE:",
		"HFDTE15072025",
	])("%s is refused with its line", (line) => {
		expect(readFlightLog(igcFile({ dateHeader: { line } }))).toEqual({
			ok: false,
			reason: "invalidDate",
			line: 2,
		});
	});

	test("a date record without a real day is passed over when a real one follows", () => {
		const insert = { 5: ["HFDTE150725"] };
		expect(readFile({ dateHeader: { line: "HFDTE000000" }, insert }).date).toBe("2025-07-15");
	});

	test("a second date record at midnight does not change the date", () => {
		const insert = { 10: ["HFDTE160725"] };
		const { date, fixes } = readFile({ start: "23:59:50", interval: 1, insert });
		expect(date).toBe("2025-07-15");
		expect(fixes.times[39]).toBe(86_390 + 39);
	});
});

describe("times", () => {
	test("run on past midnight", () => {
		const { fixes, gaps } = readFile({ start: "23:58:00", interval: 10 });
		expect(Array.from(fixes.times)).toEqual(Array.from({ length: 40 }, (_, index) => 86_280 + 10 * index));
		expect(gaps.count).toBe(0);
	});

	test("one wrong time is not taken for midnight", () => {
		const wrong = fixLine({ time: 0, ...spot });
		const { fixes } = readFile({ start: "15:00:00", insert: { 20: [wrong] } });
		expect(fixes.times[20]).toBe(0);
		expect(fixes.times[21]).toBe(15 * 3600 + 80);
		// Four hours before midnight it could be one, until the next fix is back on the day.
		const late = readFile({ start: "20:00:00", insert: { 20: [wrong] } }).fixes;
		expect(late.times[20]).toBe(86_400);
		expect(late.times[21]).toBe(20 * 3600 + 80);
		expect(late.times[40]).toBe(20 * 3600 + 156);
	});

	test("a clock that is set back is not taken for midnight", () => {
		const { fixes } = readFile({
			change: (fix, index) => ({ ...fix, time: fix.time - (index < 20 ? 0 : 3600) }),
		});
		expect(fixes.times[19]).toBe(9.5 * 3600 + 76);
		expect(fixes.times[39]).toBe(8.5 * 3600 + 156);
	});

	test("a pause of more than 60 s is a gap, one of 60 s is none", () => {
		const shifted = (from: number, seconds: number): IgcFileOptions => ({
			change: (fix, index) => ({ ...fix, time: fix.time + (index >= from ? seconds : 0) }),
		});
		expect(readFile(shifted(20, 56)).gaps).toEqual({ count: 0, longest: 0 });
		expect(readFile(shifted(20, 57)).gaps).toEqual({ count: 1, longest: 61 });
	});
});
