import { expect, test } from "vitest";
import { currentDay, daysUntilToday } from "~/lib/days/days-queries.server";
import { dateOfDay, dayPath } from "~/lib/editions/competition-day";

const days = ["2025-07-12", "2025-07-13", "2025-07-15"].map((date) => ({ date }));

test.each([
	["that of today", "2025-07-13", "2025-07-13"],
	["the first one before it", "2025-03-01", "2025-07-12"],
	["the last one after it", "2026-01-01", "2025-07-15"],
	["the one before on a date without a day", "2025-07-14", "2025-07-13"],
])("the current day is %s", (_, today, current) => {
	expect(currentDay(days, today)?.date).toBe(current);
});

test("the days until today end with the current one", () => {
	const until = (today: string) => daysUntilToday(days, today).map(({ date }) => date);
	expect(until("2025-07-01")).toEqual(["2025-07-12"]);
	expect(until("2025-07-13")).toEqual(["2025-07-12", "2025-07-13"]);
	expect(until("2025-08-01")).toEqual(["2025-07-12", "2025-07-13", "2025-07-15"]);
});

test("without days there is no current one", () => {
	expect(currentDay([], "2025-07-13")).toBeUndefined();
	expect(daysUntilToday([], "2025-07-13")).toEqual([]);
});

test("an address names a day by its number or a date that there is, and nothing else", () => {
	const season = {
		competition: { from: "2025-07-12", to: "2025-07-20", signupSince: "2025-01-01T00:00:00Z" },
	};
	expect(dateOfDay(season, "1")).toBe("2025-07-12");
	expect(dateOfDay(season, "2025-07-11")).toBe("2025-07-11");
	for (const named of ["0", "-1", "1e3", "2025-7-1", "0000-00-00", "2025-13-01", "9999-99-99"]) {
		expect(dateOfDay(season, named), named).toBeNull();
	}
	expect(dayPath(season, "2025-07-13")).toBe("/days/2");
});
