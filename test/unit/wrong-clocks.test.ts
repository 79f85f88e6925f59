import { describe, expect, test } from "vitest";
import { analyseFlight } from "~/lib/flights/igc-file/analyse-flight";
import { flightFigures } from "~/lib/flights/igc-file/flight-figures";
import { momentOf } from "~/lib/flights/igc-file/flight-log";
import { recordFlight } from "~/lib/flights/igc-file/flight-record";
import { readFlightLog } from "~/lib/flights/igc-file/read-flight-log";
import { shiftClock } from "~/lib/flights/igc-file/shift-clock";
import { type ClockedLog, wrongClocks } from "~/lib/flights/log-rights/wrong-clocks";
import { igcFile } from "../../scripts/demo/igc-generator";
import { airfield, type FlownOptions, flownFile, place, utc } from "../support/flown";
import { withClock } from "../support/wrong-logs";

/* The flights leave the ground at 10:01 UTC, 12:01 local time, and land at 12:07. */
const home = [
	{ to: place(-400), height: 0 },
	{ to: place(-5000) },
	{ to: place(90_000) },
	{ to: place(0), height: 100 },
	{ to: place(-300), height: 0, stay: 120 },
];
const day = { date: "2025-07-15", airfield, competition: { from: "2025-07-12", to: "2025-07-19" } };
const hour = 3600;
const bytes = flownFile({ hops: home, interval: 20 });
const launched = utc("10:01:00");

interface Log extends Partial<ClockedLog> {
	readonly file?: Uint8Array;
	/** Hours that the clock is ahead of the time. */
	readonly fast?: number;
	readonly flown?: Partial<FlownOptions>;
}

function logOf({ file, fast = 0, flown = {}, ...rest }: Log): ClockedLog {
	const log = withClock(file ?? flownFile({ hops: home, interval: 20, ...flown }), fast * hour);
	const reading = readFlightLog(log);
	if (!reading.ok) throw new Error(reading.reason);
	const figures = flightFigures(analyseFlight(reading.log));
	const none = { launches: [], startOpens: null, isTrusted: true, hoursAhead: 0 };
	return { registrationId: "7K", classId: "club", figures, ...none, ...rest };
}

/** Competitors who are launched one after the other. */
const classOf = (count: number, rest: Partial<Log> = {}, apartS = 120) =>
	Array.from({ length: count }, (_, index) =>
		logOf({
			registrationId: `C${index}`,
			flown: { begins: clockAt(10 * hour + index * apartS), recorder: `ALXV${100 + index}` },
			...rest,
		}),
	);
const clockAt = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);

/** The hours to be added to a log beside others; null when it is right. */
const hoursOf = (log: ClockedLog, others: readonly ClockedLog[] = []) =>
	wrongClocks([...others, log], day).get(log) ?? null;

const shifts = [1, 2, 3, 5, 8, 11, 14].flatMap((hours) => [hours, -hours]);

describe("by the launch that the desk has noted", () => {
	test.each(shifts)("a clock that is %i hours fast is found", (fast) => {
		expect(hoursOf(logOf({ fast, launches: [launched] }))).toBe(-fast);
	});

	test.each([-570, -300, 300, 570])("so it is when the desk has noted the launch %i seconds off", (off) => {
		expect(hoursOf(logOf({ fast: -5, launches: [launched + off * 1000] }))).toBe(5);
	});

	test.each([0, 0.4, 0.5, 1.5, 15, -15, 20])("%d hours are no whole hours of a wrong clock", (fast) => {
		expect(hoursOf(logOf({ fast, launches: [launched] }))).toBeNull();
	});

	test("a launch that is noted is right beside another one an hour away", () => {
		const relights = [launched - 3_600_000, launched, launched + 3_600_000];
		for (const first of relights)
			expect(hoursOf(logOf({ launches: [first, launched].toSorted() }), classOf(5))).toBeNull();
	});

	test("a log that begins with a launch that nobody has noted is right", () => {
		const twice = [...home, { to: place(0), height: 0, stay: 1_000 }, ...home];
		const log = logOf({ flown: { hops: twice } });
		expect(log.figures.flights).toBe(2);
		const again = launched + 3 * 3_600_000;
		const isIn = again < momentOf(log.figures.date, log.figures.landing ?? 0);
		expect(isIn).toBe(true);
		expect(hoursOf({ ...log, launches: [again] })).toBeNull();
	});

	test.each([1, 2, 5])("a desk that has noted a whole grid %i hours late holds nobody", (late) => {
		const noted = launched + late * 3_600_000;
		const all = classOf(8, { launches: [noted] });
		expect(wrongClocks(all, day).size).toBe(0);
		expect(hoursOf(logOf({ fast: -5, launches: [noted] }), all)).toBe(5);
	});
});

describe("by the launches of the class", () => {
	test.each([-14, -12, -11, -10, -9, -8, -5, -3, 4, 5, 8, 10, 14])(
		"a clock that is %i hours fast is found, as the flight cannot have been",
		(fast) => {
			expect(hoursOf(logOf({ fast }), classOf(6))).toBe(-fast);
		},
	);

	test.each([-2, -1, 1, 2, 3])("one that is %i hours fast may have been flown so", (fast) => {
		expect(hoursOf(logOf({ fast }), classOf(6))).toBeNull();
	});

	test.each([
		["the desk has launched nobody before", { launches: [launched] }, {}],
		["the start opens after the landing", {}, { startOpens: utc("10:30:00") }],
	])("one that is two hours slow is found when %s", (_, others, own) => {
		expect(hoursOf(logOf({ fast: -2, ...own }), classOf(6, others))).toBe(2);
	});

	test("one that is an hour slow is not, as some launch an hour before the others", () => {
		expect(hoursOf(logOf({ fast: -1 }), classOf(6, { launches: [launched] }))).toBeNull();
	});

	test.each([0, 1, 2])("%i others say nothing", (others) => {
		expect(hoursOf(logOf({ fast: -5 }), classOf(others))).toBeNull();
	});

	test("logs that nobody has confirmed, and those of another class, say nothing", () => {
		expect(hoursOf(logOf({ fast: -5 }), classOf(6, { isTrusted: false }))).toBeNull();
		expect(hoursOf(logOf({ fast: -5 }), classOf(6, { classId: "standard" }))).toBeNull();
	});

	test("two wrong clocks hide neither each other nor themselves among many", () => {
		const [one, other] = [-5, 5].map((fast) => logOf({ registrationId: `W${fast}`, fast }));
		if (!one || !other) throw new Error("no log");
		const found = wrongClocks([...classOf(10), one, other], day);
		expect([found.size, found.get(one), found.get(other)]).toEqual([2, 5, -5]);
	});

	test("a whole class that is launched within an hour is right", () => {
		expect(wrongClocks(classOf(31), day).size).toBe(0);
	});

	test.each([
		["who flies early and lands before the others start", -2.5],
		["who is launched two hours later", 2],
		["who is launched in the afternoon", 3],
	])("a competitor with another flight that fits, %s, is right", (_, fast) => {
		const others = classOf(6);
		const first = logOf({ flown: { recorder: "ALXVABC" } });
		const second = logOf({ fast, flown: { recorder: "ALXVABC" } });
		expect(wrongClocks([...others, first, second], day).size).toBe(0);
	});
});

describe("by the competitor's other log of the flight", () => {
	const primary = logOf({ flown: { recorder: "ALXVABC" } });
	const backup = (fast: number) => logOf({ fast, flown: { recorder: "AFLAXYZ", interval: 16 } });

	test.each([1, -1, 2, 5, -5, 14])("a clock that is %i hours fast is found", (fast) => {
		const wrong = backup(fast);
		const found = wrongClocks([...classOf(4), primary, wrong], day);
		expect([...found]).toEqual([[wrong, -fast]]);
	});

	test("whichever of the two is wrong is found", () => {
		const right = backup(0);
		const wrong = logOf({ fast: 5, flown: { recorder: "ALXVABC" } });
		expect([...wrongClocks([...classOf(4), wrong, right], day)]).toEqual([[wrong, -5]]);
	});

	test("the first one counts when nothing says which is wrong", () => {
		const wrong = backup(1);
		expect([...wrongClocks([primary, wrong], day)]).toEqual([[wrong, -1]]);
	});

	test.each([1 / 3600, 1 / 60, 0.5, 15])("one that is %d hours fast is not wrong by whole hours", (fast) => {
		expect(wrongClocks([primary, backup(fast)], day).size).toBe(0);
	});

	test("two flights an hour apart of one recorder, or of another length, are two flights", () => {
		const same = logOf({ fast: 3, flown: { recorder: "ALXVABC" } });
		const short = logOf({
			fast: 3,
			flown: {
				recorder: "AFLAXYZ",
				hops: [...home.slice(0, 2), { to: place(60_000), height: 0, stay: 120 }],
			},
		});
		expect(wrongClocks([primary, same], day).size).toBe(0);
		expect(wrongClocks([primary, short], day).size).toBe(0);
	});
});

describe("whole days", () => {
	test.each([7168, -7168, 2 * 7168])("%i are those of a receiver whose weeks begin anew", (days) => {
		expect(hoursOf(logOf({ fast: -days * 24 }))).toBe(days * 24);
	});

	test.each([30, 365, -30, 10])("%i are wrong when the time of the launch fits", (days) => {
		expect(hoursOf(logOf({ fast: -days * 24, launches: [launched] }))).toBe(days * 24);
		expect(hoursOf(logOf({ fast: -days * 24 }), classOf(5))).toBe(days * 24);
	});

	test.each([30, 365])("%i are another flight when nothing says otherwise", (days) => {
		expect(hoursOf(logOf({ fast: -days * 24 }))).toBeNull();
		expect(hoursOf(logOf({ fast: -days * 24 - 3, launches: [launched] }), classOf(5))).toBeNull();
	});

	test.each([1, -1, 3])("%i lead to another competition day: the flight may be of that day", (days) => {
		expect(hoursOf(logOf({ fast: -days * 24, launches: [launched] }), classOf(5))).toBeNull();
	});
});

test("a log that was ahead when it came is late by the hours that are known at least", () => {
	expect(hoursOf(logOf({ fast: 5, hoursAhead: 3 }))).toBe(-3);
	expect(hoursOf(logOf({ fast: 1, hoursAhead: 1 }), classOf(6))).toBe(-1);
	expect(hoursOf(logOf({ fast: 5, hoursAhead: 3 }), classOf(6))).toBe(-5);
	expect(hoursOf(logOf({ fast: 5, hoursAhead: 3, launches: [launched] }))).toBe(-5);
});

describe("the cost", () => {
	const figures = logOf({}).figures;
	const steps = (count: number) => {
		let read = 0;
		const logs = Array.from({ length: count }, (_, index) => ({
			...logOf0,
			get registrationId() {
				read++;
				return String(index);
			},
		}));
		wrongClocks(logs, day);
		return read;
	};
	const logOf0 = {
		...{ classId: "club", figures, launches: [], startOpens: null },
		...{ isTrusted: true, hoursAhead: 0 },
	};

	test("grows with the number of logs", () => {
		expect(steps(400)).toBeLessThan(2.5 * steps(200));
	});
});

describe("a shifted log", () => {
	const readOf = (file: Uint8Array) => {
		const reading = readFlightLog(file);
		if (!reading.ok) throw new Error(reading.reason);
		return reading.log;
	};

	test.each([5, -5, 14, -14, 24, -24, 7168 * 24, 0])(
		"by %i hours is as its recorder should have written it",
		(hours) => {
			const wrong = withClock(bytes, -hours * hour);
			const shifted = shiftClock(readOf(wrong), hours * hour);
			expect(recordFlight(analyseFlight(shifted))).toEqual(recordFlight(analyseFlight(readOf(bytes))));
			expect(shifted.events).toEqual(readOf(bytes).events);
		},
	);

	test("over midnight keeps the date of its first fix", () => {
		const log = shiftClock(readOf(bytes), 13.5 * hour);
		expect([log.date, log.fixes.times[0]]).toEqual(["2025-07-15", 23.5 * hour]);
		const next = shiftClock(log, hour);
		expect([next.date, next.fixes.times[0]]).toEqual(["2025-07-16", 0.5 * hour]);
	});

	test("moves the presses of the event marker", () => {
		const pressed = flownFile({ hops: home, interval: 20, presses: [100] });
		const [press = 0] = readOf(pressed).events;
		expect(shiftClock(readOf(pressed), 2 * hour).events).toEqual([press + 2 * hour]);
	});
});

test("the generator of wrong clocks changes times and dates alone", () => {
	expect(withClock(withClock(bytes, 5 * hour), -5 * hour)).toEqual(bytes);
	const demo = igcFile({ fixes: 40 });
	expect(withClock(withClock(demo, -20 * hour), 20 * hour)).toEqual(demo);
});
