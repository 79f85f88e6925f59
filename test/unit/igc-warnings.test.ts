import { describe, expect, test } from "vitest";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { type ExpectedFlight, warningsFor } from "~/lib/flights/igc-file/flight-log-warnings";
import { climbFigures, recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { traceOf } from "~/lib/flights/igc-file/trace";
import { texts } from "~/lib/i18n/i18n.server";
import type { FlightLogWarning } from "~db/schema";
import { encode, type IgcFileOptions, igcFile, igcLines } from "../../scripts/demo/igc-generator";

const { cs, en } = texts;

function flightOf(bytes: Uint8Array): Flight {
	const reading = readFlightLog(bytes);
	if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
	return analyseFlight(reading.log);
}

const ENTRY: ExpectedFlight = {
	day: "2025-07-15",
	startNumber: "7K",
	registrationNumber: "OK-4321",
	loggers: "LXV 6MS, Flarm",
	otherFlights: [],
};
const check = (options: IgcFileOptions, expected: Partial<ExpectedFlight> = {}): FlightLogWarning[] =>
	warningsFor(flightOf(igcFile({ fixes: 60, ...options })), { ...ENTRY, ...expected });

test("a log that fits the entry and the day has no warning", () => {
	expect(check({})).toEqual([]);
});

test.each<[string, IgcFileOptions, Partial<ExpectedFlight>, FlightLogWarning[]]>([
	[
		"another day",
		{},
		{ day: "2025-07-16" },
		[{ reason: "wrongDay", values: { date: "2025-07-15", day: "2025-07-16" } }],
	],
	[
		"another start number",
		{ competitionNumber: "XY" },
		{},
		[{ reason: "otherCompetitionNumber", values: { found: "XY", expected: "7K" } }],
	],
	[
		"another registration",
		{ registration: "D-1111" },
		{},
		[{ reason: "otherRegistration", values: { found: "D-1111", expected: "OK-4321" } }],
	],
	["no signature", { signed: false }, {}, [{ reason: "noSignature", values: {} }]],
	[
		"another recorder",
		{ recorder: "ANKL7AB", recorderType: "" },
		{},
		[{ reason: "otherRecorder", values: { recorder: "NKL 7AB" } }],
	],
	[
		"unreadable fixes",
		{ insert: { 2: ["B1", "B2"] } },
		{},
		[{ reason: "unreadable", values: { count: 2, line: 13 } }],
	],
	[
		"gaps",
		{ change: (fix, index) => ({ ...fix, time: fix.time + (index > 30 ? 100 : 0) }) },
		{},
		[{ reason: "gaps", values: { count: 1, longest: 104 } }],
	],
])("there is a warning of %s", (_, options, expected, warnings) => {
	expect(check(options, expected)).toEqual(warnings);
});

test("a file that ends in the middle of a record is told, with the missing signature", () => {
	const text = igcLines({ fixes: 60, signed: false }).join("\n").slice(0, -4);
	const reasons = warningsFor(flightOf(encode(text, "utf-8")), ENTRY).map(({ reason }) => reason);
	expect(reasons).toEqual(["noSignature", "endsMidRecord"]);
});

test.each<[string, IgcFileOptions, Partial<ExpectedFlight>]>([
	["case, blanks and dashes", { registration: "ok 43-21", competitionNumber: " 7 k" }, {}],
	["a header that says nothing", { registration: "", competitionNumber: "NKN" }, {}],
	["an entry that says nothing", {}, { registrationNumber: "", startNumber: null }],
	["dashes alone", { registration: "--" }, {}],
])("marks are not different by %s", (_, options, expected) => {
	expect(check(options, expected)).toEqual([]);
});

describe("a recorder is named", () => {
	test.each([
		["by nothing at all", null],
		["by blank text", " - "],
		["by its serial", "6ms"],
		["by maker and serial", "LXV-6MS"],
		["as one of several", "LXV-7AB, LXV-6MS"],
		["by the maker's name", "lxnav s10"],
		["by a short name", "LX 8080"],
		["by the model of the header", "muj LX-9000"],
	])("%s", (_, loggers) => {
		expect(check({}, { loggers })).toEqual([]);
	});

	test.each([
		["another maker", "Flarm"],
		["another serial of the maker", "LXV-7AB"],
		["another serial behind a blank", "lxv 7ab (LXNAV)"],
	])("not by %s", (_, loggers) => {
		expect(check({}, { loggers }).map(({ reason }) => reason)).toEqual(["otherRecorder"]);
	});
});

test("another flight of the day is told, the same flight is not", () => {
	const flight = (start: string) => flightFigures(flightOf(igcFile({ start })));
	expect(check({ fixes: 1200 }, { otherFlights: [flight("09:30:00")] })).toEqual([]);
	expect(check({ fixes: 1200 }, { otherFlights: [flight("09:30:00"), flight("15:00:00")] })).toEqual([
		{ reason: "anotherFlight", values: {} },
	]);
});

test("a record holds what each part makes of the one analysed flight", () => {
	const flight = flightOf(igcFile({ fixes: 600 }));
	expect(recordFlight(flight)).toEqual({
		header: flight.log.header,
		figures: flightFigures(flight),
		trace: traceOf(flight),
		climbs: climbFigures(flight),
	});
});

test("every reason has its texts, in both languages and all plural forms", () => {
	const refusals =
		"archive empty html invalidDate mostUnreadable noDate noRecorder notIgc notText tooFewFixes tooLarge";
	const warnings =
		"anotherFlight endsMidRecord noSignature otherCompetitionNumber otherRecorder otherRegistration wrongDay";
	const single = [
		...refusals.split(" ").map((reason) => `igc.refused.${reason}`),
		...warnings.split(" ").map((reason) => `igc.warning.${reason}`),
	];
	const counted = (forms: string[]) =>
		["igc.warning.gaps", "igc.warning.unreadable"].flatMap((key) => forms.map((form) => `${key}_${form}`));
	expect(Object.keys(cs)).toEqual(
		expect.arrayContaining([...single, ...counted(["one", "few", "many", "other"])]),
	);
	expect(Object.keys(en)).toEqual(expect.arrayContaining([...single, ...counted(["one", "other"])]));
	for (const own of [cs, en]) {
		const igc = Object.entries(own).filter(([key]) => /^igc\.(refused|warning)\./.test(key));
		for (const [key, text] of igc) expect(text, key).not.toMatch(/\bvalid\b|platn[ýáé]/i);
	}
});
