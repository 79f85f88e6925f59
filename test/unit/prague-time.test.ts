import { expect, test } from "vitest";
import { addDays, datesBetween, instantOf, pragueDate, startOfDay } from "~/lib/editions/prague-time";

test.each([
	["2025-07-11T21:59:59.999Z", "2025-07-11"],
	["2025-07-11T22:00:00Z", "2025-07-12"],
	["2025-01-31T22:59:59.999Z", "2025-01-31"],
	["2025-01-31T23:00:00Z", "2025-02-01"],
	["2024-12-31T23:00:00Z", "2025-01-01"],
	["2024-02-28T23:00:00Z", "2024-02-29"],
	["2025-03-29T23:00:00Z", "2025-03-30"],
	["2025-03-30T21:59:59Z", "2025-03-30"],
	["2025-03-30T22:00:00Z", "2025-03-31"],
	["2025-10-25T22:00:00Z", "2025-10-26"],
	["2025-10-26T22:59:59Z", "2025-10-26"],
	["2025-10-26T23:00:00Z", "2025-10-27"],
])("at %s it is %s in Prague", (instant, date) => {
	expect(pragueDate(new Date(instant))).toBe(date);
});

test("days follow each other over the end of a month and of daylight saving", () => {
	expect(datesBetween("2025-07-12", "2025-07-20")).toHaveLength(9);
	expect(datesBetween("2024-02-28", "2024-03-01")).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
	expect(datesBetween("2025-03-29", "2025-03-31")).toEqual(["2025-03-29", "2025-03-30", "2025-03-31"]);
	expect(datesBetween("2025-10-25", "2025-10-27")).toEqual(["2025-10-25", "2025-10-26", "2025-10-27"]);
	expect(datesBetween("2025-07-12", "2025-07-12")).toEqual(["2025-07-12"]);
	expect(datesBetween("2025-07-12", "2025-07-11")).toEqual([]);
});

test("days are added and taken away", () => {
	expect(addDays("2025-07-31", 1)).toBe("2025-08-01");
	expect(addDays("2025-01-01", -1)).toBe("2024-12-31");
	expect(addDays("2025-07-12", 0)).toBe("2025-07-12");
});

test("a day begins at midnight in Prague, in winter, in summer and when the clocks change", () => {
	expect(startOfDay("2025-01-15").toISOString()).toBe("2025-01-14T23:00:00.000Z");
	expect(startOfDay("2025-07-12").toISOString()).toBe("2025-07-11T22:00:00.000Z");
	expect(startOfDay("2025-03-30").toISOString()).toBe("2025-03-29T23:00:00.000Z");
	expect(startOfDay("2025-03-31").toISOString()).toBe("2025-03-30T22:00:00.000Z");
	expect(startOfDay("2025-10-26").toISOString()).toBe("2025-10-25T22:00:00.000Z");
	expect(startOfDay("2025-10-27").toISOString()).toBe("2025-10-26T23:00:00.000Z");
});

test("a time of day is that of the clocks in Prague, in summer and when they have changed", () => {
	const tenThirty = 10.5 * 3600;
	expect(instantOf("2025-07-12", tenThirty).toISOString()).toBe("2025-07-12T08:30:00.000Z");
	expect(instantOf("2025-03-30", tenThirty).toISOString()).toBe("2025-03-30T08:30:00.000Z");
	expect(instantOf("2025-10-26", tenThirty).toISOString()).toBe("2025-10-26T09:30:00.000Z");
});
