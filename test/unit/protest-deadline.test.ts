import { describe, expect, test } from "vitest";
import { areDaysLocked } from "~/lib/days/final-results.server";
import { datesBetween } from "~/lib/editions/prague-time";
import {
	chosenEnd,
	endBesideFinal,
	finalDate,
	isProtestTime,
	protestTimeEnds,
} from "~/lib/scoring/protest-deadline";

const season = {
	competition: { from: "2025-07-12", to: "2025-07-20", signupSince: "2025-03-01T12:00:00+01:00" },
	protests: { hours: 24, lastDayHours: 2, fee: null },
};

test.each([
	[
		"the last day has a time of its own",
		"2025-07-20",
		"2025-07-20",
		"2025-07-20T15:00:00Z",
		"2025-07-20T17:00:00.000Z",
	],
	[
		"a day announced before the final one has another",
		"2025-07-20",
		"2025-07-19",
		"2025-07-19T15:00:00Z",
		"2025-07-20T15:00:00.000Z",
	],
	[
		"who announces after midnight still works on the day before",
		"2025-07-20",
		"2025-07-19",
		"2025-07-20T03:59:59Z",
		"2025-07-21T03:59:59.000Z",
	],
	[
		"from the morning of the final day on every day has the shorter one",
		"2025-07-20",
		"2025-07-13",
		"2025-07-20T04:00:00Z",
		"2025-07-20T06:00:00.000Z",
	],
	["and later, too", "2025-07-20", "2025-07-13", "2025-07-21T04:00:00Z", "2025-07-21T06:00:00.000Z"],
	[
		"two hours go over midnight",
		"2025-07-20",
		"2025-07-20",
		"2025-07-20T21:30:00Z",
		"2025-07-20T23:30:00.000Z",
	],
	[
		"24 hours are 24 hours when summer time ends",
		"2025-10-27",
		"2025-10-25",
		"2025-10-25T18:00:00Z",
		"2025-10-26T18:00:00.000Z",
	],
	["and when it begins", "2025-03-31", "2025-03-29", "2025-03-29T18:00:00Z", "2025-03-30T18:00:00.000Z"],
	[
		"two hours are two hours when summer time ends",
		"2025-10-25",
		"2025-10-25",
		"2025-10-25T23:30:00Z",
		"2025-10-26T01:30:00.000Z",
	],
])("of protests: %s", (_, final, date, since, until) => {
	expect(protestTimeEnds(season, { date, finalDate: final }, new Date(since)).toISOString()).toBe(until);
});

describe("the final day of a class is", () => {
	const off = (...dates: readonly string[]) => dates.map((date) => ({ date, isCancelled: true }));

	test.each([
		["the last date of the competition, though nobody has made its day yet", [], "2025-07-20"],
		["the day before when that is cancelled", off("2025-07-20"), "2025-07-19"],
		["the last one that is not cancelled", off("2025-07-18", "2025-07-19", "2025-07-20"), "2025-07-17"],
		["not one after the end", [{ date: "2025-07-21", isCancelled: false }], "2025-07-20"],
		["the last date when all are cancelled", off(...datesBetween("2025-07-12", "2025-07-20")), "2025-07-20"],
	])("%s", (_, days, date) => {
		expect(finalDate(season, days)).toBe(date);
	});
});

describe("with the final day's protest time", () => {
	const now = new Date("2025-07-20T17:00:00Z");
	const at = (time: string) => new Date(`2025-07-20T${time}Z`);
	type Day = Parameters<typeof endBesideFinal>[1];
	type Final = Parameters<typeof endBesideFinal>[2];
	const day: Day = {
		date: "2025-07-19",
		stateSince: new Date("2025-07-19T20:00:00Z"),
		protestsUntil: at("20:00:00"),
		protestsUntilReason: null,
	};
	const final: Final = { date: "2025-07-20", was: null, until: at("19:00:00"), since: now };
	const endOf = (changed: Partial<Day>, moved: Partial<Final> = {}) =>
		endBesideFinal(season, { ...day, ...changed }, { ...final, ...moved }, now)
			?.toISOString()
			.slice(11, 16);

	test("ends that of an earlier day", () => {
		expect(endOf({})).toBe("19:00");
	});

	test("no earlier time becomes longer", () => {
		expect(endOf({ protestsUntil: at("18:00:00") })).toBe("18:00");
	});

	test("no time begins again that is over", () => {
		expect(endOf({ protestsUntil: at("17:00:00") }, { was: at("17:00:00") })).toBe("17:00");
	});

	test("a day that was announced after the final one keeps its own", () => {
		expect(endOf({ stateSince: at("17:30:00"), protestsUntil: at("19:30:00") })).toBe("19:30");
	});

	test("a day that ended with it follows it, at most to what the edition gives it", () => {
		const cut = { protestsUntil: at("19:00:00") };
		const was = at("19:00:00");
		expect(endOf(cut, { was, until: at("19:40:00") })).toBe("19:40");
		expect(endOf(cut, { was, until: at("22:00:00") })).toBe("20:00");
		expect(endOf(cut, { was, until: null })).toBe("20:00");
		expect(endOf(cut, { was, until: at("18:00:00") })).toBe("18:00");
	});

	test("an end that a scorer has chosen becomes shorter, never longer", () => {
		const chosen = { protestsUntil: at("19:00:00"), protestsUntilReason: "Čeká se na záznam" };
		expect(endOf(chosen, { was: at("19:00:00"), until: null })).toBe("19:00");
		expect(endOf(chosen, { until: at("18:00:00") })).toBe("18:00");
	});
});

describe("the end that a scorer types", () => {
	const now = new Date("2025-07-20T19:10:30Z");
	const preset = new Date("2025-07-20T21:10:30Z");
	const type = (protestsUntil: string | null, protestsUntilReason: string | null, at: Date | null = preset) =>
		chosenEnd(at, { protestsUntil, protestsUntilReason }, now);

	test("is the preset one when nothing is typed, or the same minute", () => {
		const presets = { ok: true, value: { protestsUntil: preset, protestsUntilReason: null } };
		expect(type(null, null)).toEqual(presets);
		expect(type("2025-07-20T23:10", "Zbytečný důvod")).toEqual(presets);
	});

	test.each([
		["before midnight", "2025-07-20T23:30", "2025-07-20T21:30:00.000Z"],
		["after midnight", "2025-07-21T00:30", "2025-07-20T22:30:00.000Z"],
		["sooner than the preset one", "2025-07-20T21:11", "2025-07-20T19:11:00.000Z"],
		["before the hour that the clocks leave out", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
		["after it", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
		["in the hour that they have twice: in its second one", "2025-10-26T02:30", "2025-10-26T01:30:00.000Z"],
	])("may be %s, with a reason", (_, typed, until) => {
		const reason = "Čeká se na záznam";
		expect(type(typed, reason)).toEqual({
			ok: true,
			value: { protestsUntil: new Date(until), protestsUntilReason: reason },
		});
	});

	test.each([
		["past", "2025-07-20T21:10", "Důvod", { protestsUntil: "scoringAdmin.end.past" }],
		[
			"in the hour that the clocks leave out",
			"2026-03-29T02:30",
			"Důvod",
			{ protestsUntil: "scoringAdmin.end.wrong" },
		],
		["on a date that is not there", "2025-02-30T12:00", "Důvod", { protestsUntil: "scoringAdmin.end.wrong" }],
		["at no time of a clock", "2025-07-21T24:00", "Důvod", { protestsUntil: "scoringAdmin.end.wrong" }],
		["no time", "zítra", "Důvod", { protestsUntil: "scoringAdmin.end.wrong" }],
		["forgotten beside its reason", null, "Důvod", { protestsUntil: "scoringAdmin.end.wrong" }],
		["without a reason", "2025-07-20T23:30", null, { protestsUntilReason: "scoringAdmin.end.reasonMissing" }],
	])("is refused: %s", (_, typed, reason, errors) => {
		expect(type(typed, reason)).toMatchObject({ ok: false, reason: "invalid-fields", errors });
	});

	test("has to be typed, with a reason, where results are unofficial already", () => {
		expect(type(null, null, null)).toMatchObject({ errors: { protestsUntil: "scoringAdmin.end.wrong" } });
		expect(type("2025-07-20T23:10", null, null)).toMatchObject({
			errors: { protestsUntilReason: "scoringAdmin.end.reasonMissing" },
		});
	});
});

test("protests are possible against unofficial results, until the end and not at it", () => {
	const protestsUntil = new Date("2025-07-20T21:10:00Z");
	const at = (time: string, state: "unofficial" | "official" = "unofficial") =>
		isProtestTime({ state, protestsUntil }, new Date(`2025-07-20T${time}Z`));
	expect([at("21:09:59"), at("21:10:00"), at("21:09:59", "official")]).toEqual([true, false, false]);
	expect(isProtestTime({ state: "preliminary", protestsUntil: null }, protestsUntil)).toBe(false);
});

test("locks the days at the end of the second local day after the competition", () => {
	expect(areDaysLocked(season, new Date("2025-07-22T21:59:59Z"))).toBe(false);
	expect(areDaysLocked(season, new Date("2025-07-22T22:00:00Z"))).toBe(true);
});
