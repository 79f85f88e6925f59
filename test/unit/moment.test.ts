import { expect, test } from "vitest";
import { type Moment, momentOf, workOf } from "~/routes/admin._index/moment";

const competition = { from: "2025-07-12", to: "2025-07-20", signupSince: "2025-03-01T12:00:00+01:00" };
const quiet = { date: "2025-07-17", isFlying: false, hasFlown: false, isDark: false };

test.each<[string, Partial<typeof quiet>, Moment, string]>([
	["before the first day", { date: "2025-07-11" }, "season", "people"],
	["nobody has launched", {}, "morning", "flying"],
	["somebody is in the air", { isFlying: true, hasFlown: true }, "air", "flying"],
	["all have landed", { hasFlown: true }, "evening", "results"],
	["one is still out in the dark", { isFlying: true, hasFlown: true, isDark: true }, "evening", "results"],
	["a day without launches is over", { isDark: true }, "evening", "results"],
	["after the last day", { date: "2025-07-21", isDark: true }, "after", "results"],
])("%s: the overview begins with the work of that moment", (_, change, moment, first) => {
	expect(momentOf(competition, { ...quiet, ...change })).toBe(moment);
	expect(workOf[moment][0]).toBe(first);
	expect(workOf[moment].toSorted()).toEqual(["flying", "people", "results", "site"]);
});
