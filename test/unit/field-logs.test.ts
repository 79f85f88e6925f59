import { describe, expect, test } from "vitest";
import { analyseFlight, type Flight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { traceOf } from "~/lib/flights/igc-file/trace";
import { trackOf } from "~/lib/flights/igc-file/track";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { isHeldByFinding } from "~/lib/scoring/flight-result";
import { readCup } from "~/lib/tasks/files/read-cup";
import type { FlightResult } from "~db/schema";
import { fixLine, type GeneratedFix } from "../../scripts/demo/igc-generator";
import { randomOf } from "../../scripts/demo/random";
import {
	ahead,
	driveFirst,
	driveHome,
	fieldFile,
	fileOf,
	flightOf,
	footers,
	frozenClock,
	gnss,
	goodFixes,
	linesOf,
	pressure,
	reasonsOf,
	unmarked,
	wideLines,
	without,
	zeros,
} from "../support/field-logs";
import { read } from "../support/flight-logs";
import {
	airfield,
	cylinder,
	flightResultOf,
	flyingDate,
	line,
	outAndReturn,
	place,
	point,
} from "../support/flown";
import { home, kinds, task } from "../support/racing-flight";

/* What one flight log says, with the faults that logs have in the field. */

const clock = (time: number | null) =>
	time === null ? null : new Date(time * 1000).toISOString().slice(11, 19);
const fieldFlight = (name: string) => analyseFlight(read(fieldFile(name)));

describe("a log of the field", () => {
	const base = flightFigures(fieldFlight("log-base.igc"));

	test.each([
		"base",
		"minutes-60",
		"clock-ahead-2",
		"zeros-start-27",
		"zeros-mid-6",
		"pressure-one-value",
		"pressure-dies",
		"drive-first",
		"mail-footer",
		"engine-650",
	])("%s is the flight of the base", (name) => {
		const flight = fieldFlight(`log-${name}.igc`);
		const { takeOff, landing, distance, flights, flightTime } = flightFigures(flight);
		expect([clock(takeOff), clock(landing), flights]).toEqual(["10:02:08", "11:02:24", 1]);
		expect(flightTime).toBe(base.flightTime);
		expect(Math.abs(distance - 107_700)).toBeLessThan(1_000);
		const trace = traceOf(flight);
		expect(Math.min(...trace.latitudes)).toBeGreaterThan(49.5);
		expect(Math.min(...trace.longitudes)).toBeGreaterThan(15.8);
	});

	test.each([
		["base", 241, []],
		["minutes-60", 241, []],
		["clock-ahead-2", 239, ["clockWrong"]],
		["zeros-start-27", 268, ["zeroPositions"]],
		["zeros-mid-6", 241, []],
		["pressure-one-value", 241, ["pressureSensor"]],
		["pressure-dies", 241, ["pressureSensor"]],
		["drive-first", 354, ["gaps"]],
		["mail-footer", 241, []],
		["engine-650", 241, []],
	])("%s has %i fixes and is warned of by %j", (name, fixes, reasons) => {
		const flight = fieldFlight(`log-${name}.igc`);
		expect([flight.fixes.length, reasonsOf(flight)]).toEqual([fixes, reasons]);
	});

	test("clock-ahead-2 is scored by all but the two fixes that are ahead", () => {
		const scored = (name: string) => {
			const flight = fieldFlight(`log-${name}.igc`);
			return flight.spans.map((span) => trackOf(flight, span, 500).length);
		};
		expect([scored("base"), scored("clock-ahead-2")]).toEqual([[227], [225]]);
	});

	test.each(["pressure-one-value", "pressure-dies"])("%s has its highest point by GNSS", (name) => {
		expect(flightFigures(fieldFlight(`log-${name}.igc`)).highest).toMatchObject({
			altitude: 1_593,
			kind: "gnss",
		});
	});

	test("engine-650 is named to the scorer with 320 s, and proposes nothing", () => {
		const start = { latitude: 49.5515, longitude: 15.8745 };
		const north = { latitude: 49.95, longitude: 15.8745 };
		const points = [
			point(start, line(10_000), "Start"),
			point(north, cylinder(5_000), "Sever"),
			point(start, cylinder(3_000), "Cil"),
		];
		const day = {
			task: outAndReturn({ points }),
			date: "2025-07-17",
			airfield: { ...start, elevation: 500 },
		};
		const result = evaluateFlight(day, fieldFlight("log-engine-650.igc"));
		expect(result.status).toBe("finished");
		expect(result.findings).toMatchObject([{ kind: "engineNoise", value: 320, proposedPoints: 0 }]);
	});

	test("restart-after-finish keeps its first complete task", () => {
		const [found] = readCup(new TextDecoder().decode(fieldFile("task-of-restart.cup"))).tasks;
		if (!found) throw new Error("no task");
		const result = evaluateFlight(
			{ task: outAndReturn({ kind: found.kind, points: found.points }), date: "2025-07-15", airfield },
			fieldFlight("log-restart-after-finish.igc"),
		);
		expect([result.start?.at, result.finish, result.timeS]).toEqual([
			Date.parse("2025-07-15T10:07:40Z"),
			Date.parse("2025-07-15T11:13:53Z"),
			3_973,
		]);
	});
});

/** A good log with a fix every 4 s for an hour and a half. */
const good = goodFixes(randomOf("field"), { interval: 4, fixes: 1_350, start: "10:00:00" });
const figuresOf = (flight: Flight) => flightFigures(flight);

test("a good log has no warning", () => {
	expect(reasonsOf(flightOf(good))).toEqual([]);
});

describe("fixes whose times are ahead of their neighbours are as if they were not there", () => {
	test.each([
		[1, 1_800],
		[2, 1_800],
		[6, 1_800],
		[29, 1_800],
		[30, 1_800],
		[30, 20],
		[12, 90],
		[5, 3 * 3_600],
		[5, 13 * 3_600],
	])("%i fixes by %i s", (count, seconds) => {
		// At the beginning of a log nothing shows a lead that is shorter than the row.
		for (const from of [...(seconds > 4 * count ? [0] : []), 200, 640, good.length - 2 * count - 2]) {
			const faulty = flightOf(ahead(from, count, seconds)(good));
			const right = flightOf(without(from, count)(good));
			expect(figuresOf(faulty)).toEqual(figuresOf(right));
			expect(faulty.gaps).toEqual(right.gaps);
			expect(reasonsOf(faulty).includes("clockWrong")).toBe(seconds > 60);
			expect(faulty.clock.leftOutForLong).toBe(0);
		}
	});

	test("one after another, and groups that follow each other at once", () => {
		const groups = [
			[100, 3, 1_800],
			[110, 30, 900],
			[300, 2, 7_200],
			[305, 2, 1_000],
			[900, 30, 1_800],
		] as const;
		const faulty = groups.reduce((fixes, [from, count, seconds]) => ahead(from, count, seconds)(fixes), good);
		const right = groups.toReversed().reduce((fixes, [from, count]) => without(from, count)(fixes), good);
		expect(figuresOf(flightOf(faulty))).toEqual(figuresOf(flightOf(right)));
	});

	test.each(["23:10:00", "22:40:00"])("past midnight, in a log that begins at %s", (start) => {
		const night = goodFixes(randomOf("night"), { interval: 4, fixes: 1_350, start });
		for (const from of [300, 700, 1_000])
			expect(figuresOf(flightOf(ahead(from, 7, 1_800)(night)))).toEqual(
				figuresOf(flightOf(without(from, 7)(night))),
			);
	});

	test("at the end of the log, on the ground: the landing is that of the log without them", () => {
		for (const count of [1, 2, 6, 30]) {
			const from = good.length - count;
			const { takeOff, landing, distance } = figuresOf(flightOf(ahead(from, count, 1_800)(good)));
			const right = figuresOf(flightOf(without(from, count)(good)));
			expect([takeOff, landing, distance]).toEqual([right.takeOff, right.landing, right.distance]);
		}
	});

	test("at the end of a log that is switched off soon after the landing", () => {
		const landed = good.findIndex(({ time }) => time === figuresOf(flightOf(good)).landing);
		const short = good.slice(0, landed + 8);
		for (const count of [1, 3, 4]) {
			const faulty = figuresOf(flightOf(ahead(short.length - count, count, 1_800)(short)));
			expect(faulty.landing).toBe(figuresOf(flightOf(short)).landing);
		}
	});

	test("at the end of a log that ends in straight flight", () => {
		const straight = Array.from({ length: 200 }, (_, index): GeneratedFix => {
			const height = Math.max(0, Math.min(index - 30, 100)) * 8;
			return {
				time: 36_000 + index * 4,
				latitude: 50 + (Math.max(0, index - 30) * 100) / 111_195,
				longitude: 15,
				pressureAltitude: 300 + height,
				gnssAltitude: 345 + height,
				valid: true,
			};
		});
		for (const count of [2, 6, 30]) {
			const from = straight.length - count;
			expect(figuresOf(flightOf(ahead(from, count, 1_800)(straight)))).toEqual(
				figuresOf(flightOf(without(from, count)(straight))),
			);
		}
	});

	test("but a silence of the recorder is a gap, also shortly before the end", () => {
		const last = good.length - 20;
		const silent = good.map((fix, index) => (index < last ? fix : { ...fix, time: fix.time + 1_800 }));
		expect(flightOf(silent).fixes.length).toBe(good.length);
		expect(reasonsOf(flightOf(silent))).toEqual(["gaps"]);
	});

	test("one fix that is behind goes alone", () => {
		for (const seconds of [-1_800, -36_000, -100]) {
			expect(figuresOf(flightOf(ahead(700, 1, seconds)(good)))).toEqual(
				figuresOf(flightOf(without(700, 1)(good))),
			);
		}
	});

	test("31 and more are left out as well, and the scorer looks before the flight has points", () => {
		for (const count of [31, 100]) {
			const faulty = flightOf(ahead(600, count, 1_800)(good));
			expect(figuresOf(faulty)).toEqual(figuresOf(flightOf(without(600, count)(good))));
			const result = scored(faulty);
			expect(result.findings).toContainEqual(
				expect.objectContaining({ kind: "clockWrong", value: count, proposedPoints: 0 }),
			);
			expect(isHeldByFinding(result)).toBe(true);
		}
		expect(kinds(scored(flightOf(ahead(600, 30, 1_800)(good))).findings)).not.toContain("clockWrong");
	});

	test("a clock that is set back for good loses no more than the time that is there twice", () => {
		const setBack = good.map((fix, index) => (index < 700 ? fix : { ...fix, time: fix.time - 600 }));
		const flight = flightOf(setBack);
		expect(flight.fixes.length).toBe(good.length - 149);
		expect(kinds(scored(flight).findings)).toContain("clockWrong");
	});

	test("a correction by a second is not told", () => {
		const corrected = good.map((fix, index) => (index < 100 ? { ...fix, time: fix.time + 18 } : fix));
		expect(reasonsOf(flightOf(corrected))).toEqual([]);
	});
});

function scored(flight: Flight): FlightResult {
	const { latitude, longitude } = good[0] ?? airfield;
	const field = { latitude, longitude, elevation: 500 };
	const points = [
		point(field, line(10_000)),
		point(place(40_000), cylinder(500)),
		point(field, cylinder(3_000)),
	];
	return evaluateFlight({ task: outAndReturn({ points }), date: flyingDate, airfield: field }, flight);
}

describe("fixes at 0°/0° are none", () => {
	test.each([
		["marked A", { valid: true }],
		["marked V", { valid: false }],
		["a little beside it", { valid: true, beside: 0.000_5 }],
	])("%s", (_, options) => {
		for (const [from, count] of [
			[0, 27],
			[400, 6],
			[600, 60],
			[good.length - 40, 40],
		] as const) {
			const faulty = figuresOf(flightOf(zeros(from, count, options)(good)));
			const right = figuresOf(flightOf(unmarked(from, count)(good)));
			expect(faulty).toEqual(right);
		}
	});

	test("are named when they are many, and only where they are marked as positions", () => {
		const named = (count: number, valid: boolean) => reasonsOf(flightOf(zeros(0, count, { valid })(good)));
		expect(named(9, true)).toEqual([]);
		expect(named(10, true)).toEqual(["zeroPositions"]);
		expect(named(100, false)).toEqual([]);
	});

	test("a log of them alone is refused", () => {
		expect(readFlightLog(fileOf(zeros(0, good.length)(good)))).toEqual({ ok: false, reason: "tooFewFixes" });
		expect(readFlightLog(fileOf(zeros(9, good.length)(good)))).toEqual({ ok: false, reason: "tooFewFixes" });
	});

	test("the equator and the meridian of Greenwich are flown over", () => {
		for (const flight of [
			{ latitude: 0, longitude: 15 },
			{ latitude: 51, longitude: 0 },
		]) {
			const fixes = goodFixes(randomOf("zero"), { interval: 4, fixes: 900, flight });
			expect(flightOf(fixes).fixes.valid.every((valid) => valid === 1)).toBe(true);
		}
	});
});

describe("the pressure sensor", () => {
	const kindOf = (fixes: readonly GeneratedFix[]) => {
		const flight = flightOf(fixes);
		return [flight.altitudes.kind, reasonsOf(flight).includes("pressureSensor")];
	};
	const [right, faulty] = [
		["pressure", false],
		["gnss", true],
	];
	const all = good.length;

	test.each<[string, (fixes: readonly GeneratedFix[]) => GeneratedFix[]]>([
		["one value of 0", pressure(0, all, () => 0)],
		["one value of 500", pressure(0, all, () => 500)],
		["two values", pressure(0, all, (_, place) => (place % 9 === 0 ? 1 : 0))],
		["a death in the climb", pressure(150, all, () => 0)],
		["a death in flight that keeps the last value", pressure(90, all, () => 300)],
		["a death for two minutes", pressure(500, 30, () => 0)],
		[
			"jumps of single fixes",
			pressure(300, 400, (altitude, place) => altitude + (place % 5 === 0 ? 900 : 0)),
		],
		["a slow leak", pressure(200, all, (altitude, place) => altitude - Math.min(900, place))],
	])("has %s: all heights are by GNSS", (_, fault) => {
		const flight = flightOf(fault(good));
		expect(kindOf(fault(good))).toEqual(faulty);
		expect(flight.altitudes.metres).toEqual(flight.fixes.gnssAltitudes);
		const [top, plain] = [figuresOf(flight).highest?.altitude, figuresOf(flightOf(good)).highest?.altitude];
		expect(top).toBe((plain ?? 0) + 45);
		expect(figuresOf(flight)).toMatchObject({
			takeOff: figuresOf(flightOf(good)).takeOff,
			landing: figuresOf(flightOf(good)).landing,
		});
		expect(scored(flight).findings).toContainEqual(
			expect.objectContaining({ kind: "pressureSensor", proposedPoints: 0 }),
		);
	});

	test.each<[string, (fixes: readonly GeneratedFix[]) => GeneratedFix[]]>([
		["an offset of 400 m by the weather", pressure(0, all, (altitude) => altitude - 400)],
		["an offset of 2,000 m", gnss(0, all, (altitude) => altitude + 2_000)],
		["499 m apart", pressure(400, 100, (altitude) => altitude - 499)],
		["far apart for 56 s", pressure(500, 14, (altitude) => altitude + 900)],
		["no GNSS altitude", gnss(0, all, () => 0)],
		["two GNSS altitudes", gnss(0, all, (_, place) => (place % 9 === 0 ? 1 : 0))],
		["a spike of GNSS altitude", gnss(500, 1, () => 9_999)],
		["spikes of GNSS altitude", gnss(300, 600, (altitude, place) => (place % 7 === 0 ? 9_999 : altitude))],
		["GNSS altitude lost for minutes", gnss(500, 60, () => 0)],
		["GNSS altitude lost at the take-off", gnss(0, 100, () => 0)],
		["GNSS altitude that stands still from the climb on", gnss(90, all, () => 400)],
		["fixes without a position", (fixes) => unmarked(400, 60)(gnss(400, 60, () => 0)(fixes))],
	])("is right with %s", (_, fault) => {
		expect(kindOf(fault(good))).toEqual(right);
	});

	test("more than 500 m for a minute is enough", () => {
		expect(kindOf(pressure(500, 16, (altitude) => altitude + 560)(good))).toEqual(faulty);
	});

	test("of a log that never left the ground says nothing", () => {
		const standing = good.slice(0, 50).map((fix, index) => ({
			...fix,
			gnssAltitude: 300 + (index % 7),
			pressureAltitude: 250 + (index % 2),
		}));
		expect(kindOf(standing)).toEqual(right);
	});
});

test.each(["both", "pressure", "gnss"] as const)("altitudes of six characters are named: %s", (which) => {
	const flight = flightOf(wideLines(good, which), [], "LXXX");
	expect(reasonsOf(flight)).toEqual(["wideAltitudes"]);
	expect(scored(flight).findings).toContainEqual(
		expect.objectContaining({ kind: "wideAltitudes", proposedPoints: 0 }),
	);
});

test("altitudes of six characters are named also where they are tens of metres", () => {
	const tens = pressure(0, good.length, (altitude) => Math.round(altitude / 10) * 10)(good);
	expect(reasonsOf(flightOf(wideLines(tens, "both"), [], "LXXX"))).toEqual(["wideAltitudes"]);
});

test.each([
	["bytes that nobody announces", (line: string) => `${line}12`, "LXXX"],
	["one such byte", (line: string) => `${line}0`, "LXXX"],
	["announced bytes", (line: string) => `${line}007012`, "I023638FXA3941ENL"],
	["no GNSS altitude and bytes behind it", (line: string) => `${line.slice(0, 30)}00000000`, "LXXX"],
	[
		"no pressure altitude and a byte behind it",
		(line: string) => `${line.slice(0, 25)}00000${line.slice(30)}3`,
		"LXXX",
	],
])("altitudes of five characters are not named with %s", (_, change, extension) => {
	const lines = good.map((fix) => change(fixLine(fix)));
	expect(reasonsOf(flightOf(lines, [], extension))).not.toContain("wideAltitudes");
});

describe("60.000 minutes are the next degree", () => {
	test.each([
		["B1000004960000N01560000EA0024000285", 50, 16],
		["B1000008960000N01552470EA0024000285", 90, 15.874_5],
		["B1000004931872S17960000WA0024000285", -49.531_2, -180],
		["B1000000060000S00060000WA0024000285", -1, -1],
	])("%s", (record, latitude, longitude) => {
		const { fixes, unreadable } = read(fileOf([record, ...linesOf(good)], [], "LXXX"));
		expect(unreadable.count).toBe(0);
		expect(fixes.latitudes[0]).toBeCloseTo(latitude, 9);
		expect(fixes.longitudes[0]).toBeCloseTo(longitude, 9);
	});

	test.each([
		"B1000004960001N01552470EA0024000285",
		"B1000004961000N01552470EA0024000285",
		"B1000004931872N01561000EA0024000285",
		"B1000009060000N01552470EA0024000285",
		"B1000004931872N18060000EA0024000285",
	])("%s is unreadable", (record) => {
		expect(read(fileOf([record, ...linesOf(good)], [], "LXXX")).unreadable.count).toBe(1);
	});
});

describe("times that never move", () => {
	test("are named, and nothing is scored", () => {
		const flight = flightOf(frozenClock(good));
		expect(reasonsOf(flight)).toEqual(["clockStands"]);
		const result = scored(flight);
		expect(result).toMatchObject({
			status: "none",
			findings: [{ kind: "clockStands", proposedPoints: 0 }],
		});
		expect(isHeldByFinding(result), "who has flown is no matter of a clock").toBe(true);
	});

	test("nor do those of a clock that moves for the last fixes only", () => {
		const last = good.length - 8;
		const fixes = frozenClock(good).map((fix, index) =>
			index < last ? fix : { ...fix, time: fix.time + 4 * (index - last + 1) },
		);
		expect(reasonsOf(flightOf(fixes))).toEqual(["clockStands"]);
	});

	test("are not those of a recorder with several fixes a second", () => {
		expect(reasonsOf(flightOf(good.flatMap((fix) => [fix, fix, fix, fix])))).toEqual([]);
	});
});

describe("a drive", () => {
	const plain = figuresOf(flightOf(good));
	const timesOf = (fixes: readonly GeneratedFix[]) => {
		const { takeOff, landing, flights, flightTime } = figuresOf(flightOf(fixes));
		return { takeOff, landing, flights, flightTime };
	};
	const right = { takeOff: plain.takeOff, landing: plain.landing, flights: 1, flightTime: plain.flightTime };

	test.each([
		["that begins with the log", driveFirst(4, 300, { speed: 15, seconds: 840 })],
		["fast as on a motorway", driveFirst(4, 300, { speed: 33, seconds: 840 })],
		["that ends in a gap", driveFirst(8, 2_700, { speed: 15, seconds: 840 })],
		["with stops", driveFirst(4, 40, { speed: 15, seconds: 900, stop: { every: 100, seconds: 40 } })],
		["to the launch point, a minute before", driveFirst(4, 60, { speed: 13, seconds: 120 })],
		["at once before the glider stands", driveFirst(4, 4, { speed: 14, seconds: 600 })],
		["with a fix every 16 s", driveFirst(16, 60, { speed: 15, seconds: 800 })],
		["over a hill", driveFirst(4, 120, { speed: 15, seconds: 840, climb: 0.3 })],
	])("before the launch is none: %s", (_, fault) => {
		expect(timesOf(fault(good))).toEqual(right);
	});

	test.each([
		["behind a car", driveHome(4, 4, { speed: 6, seconds: 200 })],
		["home by road", driveHome(4, 300, { speed: 22, seconds: 1_800 })],
		["with stops", driveHome(4, 60, { speed: 12, seconds: 900, stop: { every: 80, seconds: 30 } })],
		["after a gap", driveHome(4, 3_000, { speed: 22, seconds: 1_800 })],
	])("after the landing is none: %s", (_, fault) => {
		expect(timesOf(fault(good))).toEqual(right);
	});

	test("before and after a flight are none, and a tow begins within half a minute after the landing", () => {
		const short = good.slice(0, good.length - 48);
		const both = driveFirst(4, 60, { speed: 15, seconds: 600 })(
			driveHome(4, 4, { speed: 6, seconds: 300 })(short),
		);
		expect(timesOf(both)).toEqual(right);
	});

	test("alone is what it was: a time that is not on the ground", () => {
		const [first] = good;
		if (!first) throw new Error("no fixes");
		const alone = driveFirst(4, 60, { speed: 15, seconds: 840 })(good.slice(0, 50));
		expect(figuresOf(flightOf(alone)).flights).toBe(1);
	});
});

test("a recording that begins in the air keeps what it flew before a second launch", () => {
	const later = good.map((fix) => ({ ...fix, time: fix.time + 7_200 }));
	const flight = figuresOf(flightOf([...good.slice(600), ...later]));
	expect([flight.flights, flight.takeOff]).toEqual([2, null]);
});

test("a glider that hangs in strong wind over its airfield has neither landed nor been driven", () => {
	const hanging = good.flatMap((fix, index) => {
		const held = good[400] ?? fix;
		if (index < 400) return [fix];
		if (index > 400) return [{ ...fix, time: fix.time + 1_200 }];
		return Array.from({ length: 301 }, (_, step) => ({
			...held,
			time: held.time + step * 4,
			latitude: held.latitude + (step * 4 * 2) / 111_195,
			pressureAltitude: held.pressureAltitude + step * 4,
			gnssAltitude: held.gnssAltitude + step * 4,
		}));
	});
	const { takeOff, landing, flights } = figuresOf(flightOf(hanging));
	const plain = figuresOf(flightOf(good));
	expect([takeOff, landing, flights]).toEqual([plain.takeOff, (plain.landing ?? 0) + 1_200, 1]);
});

describe("the rest of a mail below the log", () => {
	test.each(Object.entries(footers))("is no warning: %s", (_, lines) => {
		for (const end of [[], [""]]) expect(reasonsOf(flightOf(good, [...lines, ...end]))).toEqual([]);
		expect(read(fileOf(good, lines)).unreadable).toEqual({ count: 0, firstLine: null });
	});

	test.each(["", "B", "B1", "B100", "B10000049318", "B1000004931872N01552470EA00240002"])(
		"does not hide that the log stops in %j",
		(cut) => {
			const whole = new TextDecoder().decode(fileOf(good)).replace(/\r\nG.*$/s, "");
			const text = `${whole}\r\n${cut || "B0"}\r\n\r\n-- \r\nSent from my phone\r\nBest regards`;
			const flight = analyseFlight(read(new TextEncoder().encode(text)));
			expect(reasonsOf(flight)).toEqual(["noSignature", "endsMidRecord"]);
		},
	);

	test("text between fixes is still a fix that cannot be read", () => {
		const lines = linesOf(good);
		const { unreadable } = read(fileOf([...lines.slice(0, 20), "Best regards", ...lines.slice(20)]));
		expect(unreadable).toEqual({ count: 1, firstLine: 25 });
	});

	test("words that begin with I announce no fields", () => {
		const below = [`I ${"hope you are well ".repeat(50)}`];
		expect(
			reasonsOf(
				flightOf(
					good.map((fix) => fixLine(fix)),
					below,
					"LXXX",
				),
			),
		).toEqual([]);
	});
});

describe("engine noise", () => {
	/** Seconds after the first fix, number of fixes, and level. */
	const ofNoise = (...runs: readonly (readonly [from: number, count: number, level: number])[]) => {
		const levelAt = (elapsed: number) =>
			runs.findLast(([from, count]) => elapsed >= from && elapsed < from + 4 * count)?.[2] ?? 12;
		const change = (text: string, elapsed: number) =>
			text.slice(0, 35) + `${levelAt(elapsed)}`.padStart(3, "0");
		return flightResultOf(task, { hops: home, change }).findings.flatMap(({ kind, value, proposedPoints }) =>
			kind.startsWith("engine") ? [[kind, value, proposedPoints]] : [],
		);
	};

	test.each([
		["of 500", 500, 40, []],
		["of 501", 501, 40, [["engineNoise", 160, 0]]],
		["of 650 for 20 s", 650, 5, []],
		["of 650 for 24 s", 650, 6, [["engineNoise", 24, 0]]],
		["of 700", 700, 40, [["engineNoise", 160, 0]]],
		["of 701", 701, 40, [["engine", 156, 0]]],
	])("%s", (_, level, count, found) => {
		expect(ofNoise([2_000, count, level])).toEqual(found);
	});

	test("every run is listed, in order", () => {
		expect(
			ofNoise([2_000, 20, 650], [3_000, 20, 850], [4_000, 40, 900], [5_000, 3, 900], [6_000, 11, 560]),
		).toEqual([
			["engine", 76, 0],
			["engineNoise", 80, 0],
			["engineRun", 156, 0],
			["enginePeak", 8, 0],
			["engineNoise", 44, 0],
		]);
	});

	test("a peak within low noise divides it not", () => {
		expect(ofNoise([2_000, 20, 650], [2_040, 2, 800])).toEqual([
			["engineNoise", 80, 0],
			["enginePeak", 4, 0],
		]);
	});

	test("before the start it is a launch", () => {
		expect(ofNoise([0, 30, 650])).toEqual([]);
	});
});
