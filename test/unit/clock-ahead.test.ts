import { describe, expect, test } from "vitest";
import { hoursAhead, isWholeHoursAhead } from "~/lib/flights/clock-ahead";
import { airfield, utc } from "../support/flown";

/* A flight from 10:00 to 12:00 UTC of a recorder whose clock is some hours fast. */
const clock = (text: string) => (utc(text) - utc("00:00:00")) / 1000;
const flightAt = (fastH: number) => ({
	date: "2025-07-15",
	firstFix: clock("09:50:00") + fastH * 3600,
	takeOff: clock("10:00:00") + fastH * 3600,
	landing: clock("12:00:00") + fastH * 3600,
	lastFix: clock("12:00:00") + fastH * 3600,
});
const day = { date: "2025-07-15", airfield, launches: [] as readonly number[] };
const noted = { ...day, launches: [utc("10:00:00")] };
const at = (text: string) => new Date(utc(text));

describe("a log is ahead", () => {
	test.each([
		[0, "12:00:00", 0],
		[0, "11:55:00", 0],
		[0, "11:54:59", 1],
		[1, "12:10:00", 1],
		[5, "12:10:00", 5],
		[5, "16:00:00", 1],
		[5, "16:55:00", 0],
		[14, "12:00:00", 14],
		[14.05, "12:00:00", 14],
		[15, "12:10:00", 15],
	])("%d h of a flight that ended at 12:00, at %s: by %i", (fastH, now, hours) => {
		expect(hoursAhead(flightAt(fastH), at(now))).toBe(hours);
	});
});

describe("whole hours explain it", () => {
	test.each([1, 2, 5, 8, 13, 14])("when the clock is %i h fast", (fastH) => {
		expect(isWholeHoursAhead(flightAt(fastH), at("12:10:00"), day)).toBe(true);
		expect(isWholeHoursAhead(flightAt(fastH), at("12:10:00"), noted)).toBe(true);
	});

	test.each([15, 24, 48])("but not when it is %i h fast", (fastH) => {
		expect(isWholeHoursAhead(flightAt(fastH), at("12:10:00"), day)).toBe(false);
		expect(isWholeHoursAhead(flightAt(fastH), at("22:00:00"), noted)).toBe(false);
	});

	test("nor a day, late in the evening", () => {
		expect(isWholeHoursAhead(flightAt(24), at("22:00:00"), day)).toBe(false);
	});

	test.each([0.5, 1.5, 2.75])("nor %d h, when the desk has noted the launch", (fastH) => {
		expect(isWholeHoursAhead(flightAt(fastH), at("12:01:00"), noted)).toBe(false);
	});

	test("nor some minutes, unless the desk has noted the launch", () => {
		expect(isWholeHoursAhead(flightAt(0.25), at("12:00:00"), day)).toBe(false);
		expect(isWholeHoursAhead(flightAt(1), at("12:50:00"), day)).toBe(false);
		expect(isWholeHoursAhead(flightAt(1), at("12:50:00"), noted)).toBe(true);
	});

	test("nor a flight of another day", () => {
		expect(isWholeHoursAhead(flightAt(5), at("12:10:00"), { ...day, date: "2025-07-14" })).toBe(false);
	});
});
