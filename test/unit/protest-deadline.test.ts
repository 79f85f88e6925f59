import { expect, test } from "vitest";
import { areDaysLocked } from "~/lib/days/final-results.server";
import { protestTimeEnds } from "~/lib/scoring/protest-deadline";

const season = {
	competition: { from: "2025-07-12", to: "2025-07-20", signupSince: "2025-03-01T12:00:00+01:00" },
	protests: { hours: 24, lastDayHours: 2, fee: null },
};

test.each([
	["the last day has a time of its own", "2025-07-20", "2025-07-20T15:00:00Z", "2025-07-20T17:00:00.000Z"],
	["other days have another", "2025-07-19", "2025-07-20T15:00:00Z", "2025-07-21T15:00:00.000Z"],
	["two hours go over midnight", "2025-07-20", "2025-07-20T21:30:00Z", "2025-07-20T23:30:00.000Z"],
	[
		"24 hours are 24 hours when summer time ends",
		"2025-07-19",
		"2025-10-25T18:00:00Z",
		"2025-10-26T18:00:00.000Z",
	],
	["and when it begins", "2025-07-19", "2025-03-29T18:00:00Z", "2025-03-30T18:00:00.000Z"],
])("of protests: %s", (_, date, since, until) => {
	expect(protestTimeEnds(season, date, new Date(since)).toISOString()).toBe(until);
});

test("locks the days at the end of the second local day after the competition", () => {
	expect(areDaysLocked(season, new Date("2025-07-22T21:59:59Z"))).toBe(false);
	expect(areDaysLocked(season, new Date("2025-07-22T22:00:00Z"))).toBe(true);
});
