import { describe, expect, test } from "vitest";
import {
	hasRival,
	type MatchedEntry,
	type MatchedLog,
	matchDay,
	matchPilot,
} from "~/lib/flights/unmatched-logs/match-log";
import type { LogIdentity } from "~db/schema";

const header = {
	pilot: null,
	gliderType: null,
	registration: null,
	competitionNumber: null,
	recorderType: null,
};

function logOf(
	values: Partial<LogIdentity["header"]> = {},
	identity: Partial<LogIdentity> = {},
): LogIdentity {
	return {
		date: "2025-07-15",
		flightOfDay: 1,
		recorder: { maker: "LXV", serial: "XXX" },
		firstFix: 34_200,
		lastFix: 50_000,
		takeOff: 34_500,
		landing: 49_500,
		header: { ...header, ...values },
		...identity,
	};
}

const entryOf = (id: string, values: Partial<MatchedEntry> = {}): MatchedEntry => ({
	id,
	startNumber: id.toUpperCase(),
	registrationNumber: `OK-${id.toUpperCase()}00`,
	name: "Jan",
	surname: `Pilot${id}`,
	logger: "",
	recorders: [],
	...values,
});

const entries = [
	entryOf("a1", { name: "Ema", surname: "Žižková", logger: "LXNAV 6MS, Flarm" }),
	entryOf("b2", { name: "Petr", surname: "Novák", recorders: [{ maker: "FLA", serial: "4B1" }] }),
	entryOf("c3", { name: "Pavel", surname: "Novák", recorders: [{ maker: "XCS", serial: "AAA" }] }),
	entryOf("d4", { name: "Jan", surname: "de Vries", logger: "LXV-7AB" }),
];
const recordedBy = (maker: string, serial: string, values = {}) =>
	logOf(values, { recorder: { maker, serial } });

describe("the pilot of a log is named by", () => {
	test.each<[string, LogIdentity, string, readonly string[]]>([
		["the recorder of the entry", recordedBy("LXV", "6MS"), "a1", ["recorder"]],
		["the recorder with its maker in the entry", recordedBy("LXV", "7AB"), "d4", ["recorder"]],
		["the recorder of earlier days", recordedBy("FLA", "4B1"), "b2", ["recorder"]],
		[
			"number and registration, however they are written",
			logOf({ competitionNumber: "b2", registration: "ok b200" }),
			"b2",
			["number", "registration"],
		],
		["the number alone", logOf({ competitionNumber: "C3" }), "c3", ["number"]],
		["the registration alone", logOf({ registration: "OKC300" }), "c3", ["registration"]],
		["the name in any order and without diacritics", logOf({ pilot: "ZIZKOVA Ema" }), "a1", ["name"]],
		["a name of several words", logOf({ pilot: "Jan de Vries" }), "d4", ["name"]],
	])("%s", (_, log, entryId, decidedBy) => {
		expect(matchPilot(log, entries)).toMatchObject({ entryId, decidedBy, doubt: null });
	});

	test("the recorder before number, registration and name where they agree", () => {
		const log = recordedBy("LXV", "6MS", { competitionNumber: "A1", pilot: "Ema Žižková" });
		const { decidedBy, signs } = matchPilot(log, entries);
		expect(decidedBy).toEqual(["recorder"]);
		expect(signs.map(({ sign }) => sign)).toEqual(["recorder", "number", "name"]);
	});

	test("the number where two competitors share a recorder", () => {
		const shared = entries.map((entry) => ({ ...entry, logger: "LXV 6MS" }));
		const log = recordedBy("LXV", "6MS", { competitionNumber: "B2" });
		expect(matchPilot(log, shared)).toMatchObject({ entryId: "b2", decidedBy: ["number"], doubt: null });
	});
});

describe("somebody has to choose", () => {
	test.each<[string, LogIdentity, string, string | null]>([
		[
			"when recorder and number name different ones",
			recordedBy("LXV", "6MS", { competitionNumber: "B2" }),
			"contradiction",
			"a1",
		],
		[
			"when number and registration do",
			logOf({ competitionNumber: "A1", registration: "OK-B200" }),
			"contradiction",
			"a1",
		],
		[
			"when the name is that of another",
			logOf({ competitionNumber: "C3", pilot: "Petr Novák" }),
			"contradiction",
			"c3",
		],
		["when the log names two pilots", logOf({ pilot: "Petr Novák / Pavel Novák" }), "several", null],
		["when two have the surname", logOf({ pilot: "Novák" }), "nobody", null],
		["when only the surname is there", logOf({ pilot: "E. Žižková" }), "surname", "a1"],
		["when the recorder is unknown and nothing else is said", recordedBy("XCS", "AB1"), "nobody", null],
		["when the serial is behind another maker", recordedBy("FLA", "7AB"), "nobody", null],
		["when the serial is a word that anybody writes", recordedBy("LXV", "LXN"), "nobody", null],
		["when the serial is that of everybody's phone", recordedBy("XCS", "AAA"), "nobody", null],
		["when the serial is empty", recordedBy("LXV", ""), "nobody", null],
		[
			"when the header holds signs alone",
			logOf({ competitionNumber: "--", registration: " - ", pilot: "/" }),
			"nobody",
			null,
		],
	])("%s", (_, log, doubt, entryId) => {
		expect(matchPilot(log, entries)).toMatchObject({ doubt, entryId });
	});

	test("without any entry", () => {
		expect(matchPilot(logOf({ competitionNumber: "A1" }), [])).toEqual({
			entryId: null,
			decidedBy: [],
			signs: [],
			doubt: "nobody",
		});
	});
});

describe("the day of a log", () => {
	const days = [{ date: "2025-07-14" }, { date: "2025-07-15" }, { date: "2025-07-16" }];

	test("is that of the take-off on the airfield's clocks", () => {
		expect(matchDay(logOf(), days)).toEqual({ date: "2025-07-15" });
		// Recorded from 22:30 UTC on, half an hour after midnight in Prague.
		expect(matchDay(logOf({}, { firstFix: 81_000, takeOff: 81_000 }), days)).toEqual({ date: "2025-07-16" });
	});

	test("is that of the first fix where the recording begins in the air", () => {
		expect(matchDay(logOf({}, { takeOff: null }), days)).toEqual({ date: "2025-07-15" });
	});

	test("is none outside the competition", () => {
		expect(matchDay(logOf({}, { date: "2025-06-15" }), days)).toBeNull();
	});
});

describe("the name of a file", () => {
	const named = (fileName: string, log = logOf()) => matchPilot({ ...log, fileName }, entries);

	test.each([["A1.igc"], ["2025-07-15_a1.igc"], ["Žižková (A1).IGC"]])(
		"%s names the pilot where nothing else does",
		(fileName) => {
			expect(named(fileName)).toMatchObject({ entryId: "a1", decidedBy: ["file"], doubt: null });
		},
	);

	test.each([["57fv6ms1.igc"], ["2025-07-15-LXV-A1X-01.igc"], ["2025-07-15-xcs-aaa-01.igc"], ["log.igc"]])(
		"%s names nobody",
		(fileName) => {
			expect(named(fileName)).toMatchObject({ entryId: null, signs: [] });
		},
	);

	test("that contradicts the recorder makes the log doubtful, as recorders are swapped", () => {
		expect(named("b2.igc", recordedBy("LXV", "6MS"))).toMatchObject({
			entryId: "a1",
			doubt: "contradiction",
		});
		expect(named("a1.igc", recordedBy("LXV", "6MS"))).toMatchObject({ entryId: "a1", doubt: null });
	});
});

describe("a rival of a log", () => {
	const placed = (entryId: string | null, log: LogIdentity = logOf()): MatchedLog => ({
		log,
		entryId,
		dayId: "d1",
	});

	test("is another log of the same flight of the same pilot and recorder", () => {
		const [one, other] = [placed("a1"), placed("a1", logOf({}, { lastFix: 49_000 }))];
		expect([hasRival(one, [one, other]), hasRival(other, [one, other])]).toEqual([true, true]);
	});

	test("is no log of a second recorder, which is a backup", () => {
		const [one, other] = [placed("a1", recordedBy("LXV", "6MS")), placed("a1", recordedBy("FLA", "4B1"))];
		expect([hasRival(one, [one, other]), hasRival(other, [one, other])]).toEqual([false, false]);
	});

	test("is no second flight of the day, nobody else's log and no log without a pilot", () => {
		const one = placed("a1");
		const later = logOf(
			{},
			{ flightOfDay: 2, firstFix: 55_000, takeOff: 55_000, landing: 60_000, lastFix: 60_000 },
		);
		expect(hasRival(one, [one, placed("a1", later), placed("b2")])).toBe(false);
		const nobody = placed(null);
		expect(hasRival(nobody, [nobody, placed(null)])).toBe(false);
	});
});
