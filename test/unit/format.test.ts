import { expect, test } from "vitest";
import { clockOf, hoursMinutesSeconds } from "~/lib/editions/clock-times";
import {
	formatChangeTime,
	formatCompetitionDates,
	formatDay,
	formatDayAndTime,
	formatTime,
} from "~/lib/i18n/format-dates";
import {
	formatKilometres,
	formatNumber,
	formatPoints,
	formatPressure,
	formatSeconds,
	formatSize,
	formatSpeed,
	withFrequencies,
} from "~/lib/i18n/format-number";
import { hoursAndMinutes } from "~/lib/tasks/task-summary";

test("the dates of a competition read as the specification writes them", () => {
	expect(formatCompetitionDates("2025-07-12", "2025-07-20", "cs")).toBe("12. 7. – 20. 7. 2025");
	expect(formatCompetitionDates("2024-07-05", "2024-07-13", "cs")).toBe("5. 7. – 13. 7. 2024");
	expect(formatCompetitionDates("2025-07-12", "2025-07-20", "en")).toBe("12–20 July 2025");
	expect(formatCompetitionDates("2025-06-28", "2025-07-06", "en")).toBe("28 June – 6 July 2025");
});

test("the opening of signup is told in Prague time", () => {
	const opening = new Date("2025-03-01T12:00:00+01:00");
	expect(formatDayAndTime(opening, "cs")).toBe("1.\u00a03.\u00a02025 12:00");
	expect(formatDayAndTime(opening, "en")).toBe("1\u00a0March\u00a02025, 12:00");
});

test("no line breaks inside a date; the time of a change has its weekday", () => {
	const change = new Date("2025-07-12T16:05:59Z");
	expect(formatChangeTime(change, "cs")).toBe("sobota 12.\u00a07.\u00a02025 18:05");
	expect(formatChangeTime(change, "en")).toBe("Saturday 12\u00a0July\u00a02025, 18:05");
});

test("midnight is the hour 00 of the new day", () => {
	const midnight = new Date("2025-07-12T22:00:00Z");
	expect(formatChangeTime(midnight, "cs")).toBe("neděle 13.\u00a07.\u00a02025 00:00");
	expect(formatTime(midnight, "en")).toBe("00:00");
});

test("a clock that is put back shows both hours alike, one put forward skips one", () => {
	expect(formatTime(new Date("2025-10-26T00:30:00Z"), "cs")).toBe("02:30");
	expect(formatTime(new Date("2025-10-26T01:30:00Z"), "cs")).toBe("02:30");
	expect(formatTime(new Date("2025-03-30T00:59:00Z"), "cs")).toBe("01:59");
	expect(formatTime(new Date("2025-03-30T01:00:00Z"), "cs")).toBe("03:00");
});

test("a time is rounded before it is split", () => {
	expect([59.6, 3599.5, 7880.2].map(hoursMinutesSeconds)).toEqual(["0:01:00", "1:00:00", "2:11:20"]);
	expect(clockOf(35_999.7)).toBe("10:00:00");
	expect(clockOf(3_661)).toBe("01:01:01");
});

test("a day is told by its weekday", () => {
	expect(formatDay("2025-07-12", "cs")).toBe("sobota 12.\u00a07.");
	expect(formatDay("2025-07-12", "en")).toBe("Saturday 12\u00a0July");
});

test.each([
	[0, "0\u00a0B", "0\u00a0B"],
	[999, "999\u00a0B", "999\u00a0B"],
	[1000, "1\u00a0kB", "1\u00a0kB"],
	[1024, "1\u00a0kB", "1\u00a0kB"],
	[1250, "1,3\u00a0kB", "1.3\u00a0kB"],
	[999_949, "999,9\u00a0kB", "999.9\u00a0kB"],
	[999_950, "1\u00a0MB", "1\u00a0MB"],
	[1_234_567, "1,2\u00a0MB", "1.2\u00a0MB"],
	[10_000_000, "10\u00a0MB", "10\u00a0MB"],
	[2_500_000_000_000, "2\u00a0500\u00a0GB", "2,500\u00a0GB"],
])("a file of %i bytes has a size of %s", (bytes, czech, english) => {
	expect(formatSize(bytes, "cs")).toBe(czech);
	expect(formatSize(bytes, "en")).toBe(english);
});

test("numbers have a decimal comma in Czech and a point in English", () => {
	expect(formatNumber(105.2, "cs", 1)).toBe("105,2");
	expect(formatNumber(105.2, "en", 1)).toBe("105.2");
	expect(formatNumber(105, "cs", [0, 1])).toBe("105");
	expect(formatNumber(1.052, "cs", 4)).toBe("1,0520");
	expect(formatNumber(3586, "cs")).toBe("3\u00a0586");
	expect(formatPressure(1017, "cs")).toBe("1017");
	expect(formatPressure(1013.25, "en")).toBe("1013.25");
});

test("a typed frequency has the decimal mark of the reader's language, and nothing else of the text changes", () => {
	const typed = "122,605 MHz, kluzáky 123.43 (do 2,5 km; 1,234.567; 15.7.2025)";
	expect(withFrequencies(typed, "en")).toBe("122.605 MHz, kluzáky 123.43 (do 2,5 km; 1,234.567; 15.7.2025)");
	expect(withFrequencies(typed, "cs")).toBe("122,605 MHz, kluzáky 123,43 (do 2,5 km; 1,234.567; 15.7.2025)");
});

test.each([
	[9_000, "2:30"],
	[10_799, "3:00"],
	[300, "0:05"],
])("the time of a task of %d seconds is %s", (seconds, text) => {
	expect(hoursAndMinutes(seconds)).toBe(text);
});

test("a flight has one speed, whether its result was rounded to hundredths before or not", () => {
	for (const kmh of [99.046, 99.05, 99.0539]) expect(formatSpeed(kmh, "en")).toBe("99.1");
});

test("points have a decimal when they have one; a distance in metres is written in kilometres", () => {
	expect([1000, 998.5, 998.04].map((points) => formatPoints(points, "en"))).toEqual([
		"1,000",
		"998.5",
		"998",
	]);
	expect(formatKilometres(123_456, "cs")).toBe("123,5");
	expect(formatKilometres(123_456, "en", { decimals: 0 })).toBe("123");
	expect(formatKilometres(20_000, "en", { decimals: [0, 1] })).toBe("20");
});

test.each([
	[0, "0\u00a0s"],
	[119, "119\u00a0s"],
	[120, "2\u00a0min"],
	[2295, "38\u00a0min\u00a015\u00a0s"],
	[7201, "120\u00a0min\u00a01\u00a0s"],
])("%i seconds are told in minutes from two minutes on", (seconds, text) => {
	expect(formatSeconds(seconds, "cs")).toBe(text);
	expect(formatSeconds(seconds, "en")).toBe(text);
});
