import { describe, expect, test } from "vitest";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import { makeDayScores } from "~/lib/scoring/make-day-scores";
import { noDecision } from "~/lib/scoring/score-decision";
import type { FlightResult } from "~db/schema";
import {
	airfield,
	cylinder,
	type FlownOptions,
	flightResultOf,
	flown,
	flyingDate,
	type Hop,
	line,
	outAndReturn,
	place,
	point,
	utc,
} from "../support/flown";
import { crossesAt, expectNear, home, kinds, lands, rolls, task, towed } from "../support/racing-flight";

/** 100 km north and back to a line of 2 km, which who lands before it does not cross. */
const overLine = outAndReturn({
	points: [...task.points.slice(0, 2), point(place(0), line(2000), "Cil")],
	scoring: { subtractFinishRadius: false },
});

describe("who has reached all points and crosses no finish", () => {
	const landing = (metres: number, change: Partial<FlownOptions> = {}) =>
		flightResultOf(overLine, { hops: [...towed, { to: place(100_000) }, lands(metres)], ...change });

	test("is home on the contest site, five minutes after the glider stopped, however long the recorder runs on", () => {
		// It stands 60 + 200 + 200 + 4000 s and the 99,210 m from the turn at 25 m/s after 10:00:00.
		const [short, long] = [120, 3600].map((stay) =>
			flightResultOf(overLine, {
				hops: [...towed, { to: place(100_000) }, { ...lands(790), stay }],
			}),
		);
		expect(short).toMatchObject({ status: "finished", distanceM: 200_000 });
		expect(kinds(short?.findings ?? [])).toEqual(["landedWithoutCrossing"]);
		expectNear((short?.finish ?? 0) / 1000, utc("12:20:28") / 1000 + 300, 10);
		expect(long?.finish).toBe(short?.finish);
	});

	test("is out beyond its edge, and the finding says how far from the airfield", () => {
		const { status, findings, distanceM, timeS, outlanded } = landing(815);
		expect({ status, timeS, outlanded }).toEqual({ status: "out", timeS: null, outlanded: true });
		expectNear(distanceM, 199_185, 5);
		expect(findings).toMatchObject([{ kind: "landedOutside", proposedPoints: 0, point: null }]);
		expectNear(findings[0]?.value, 815, 3);
		expectNear((findings[0]?.at ?? 0) / 1000, utc("12:20:27") / 1000, 10);
	});

	test("is said to be near up to 3 km", () => {
		expect(kinds(landing(2990).findings)).toEqual(["landedOutside"]);
		expect(landing(3010)).toMatchObject({ status: "out", findings: [] });
	});

	test("and lands 1,372 m from the airfield, after 316.3 km, is out at 314.9 km", () => {
		const [start, , finish] = overLine.points;
		if (!start || !finish) throw new Error("no task");
		const points = [start, point(place(158_136), cylinder(500), "Sever"), finish];
		const { status, distanceM, findings } = flightResultOf(
			{ ...overLine, points },
			{ hops: [...towed, { to: place(158_136) }, lands(1372)] },
		);
		expect(status).toBe("out");
		expectNear(distanceM, 314_900, 5);
		expect(kinds(findings)).toEqual(["landedOutside"]);
		expectNear(findings[0]?.value, 1372, 3);
	});

	test("is home in an area of the edition, and nowhere else", () => {
		const area = [place(900, -50), place(900, 50), place(1400, 50), place(1400, -50)];
		const inArea = (metres: number) => {
			const hops = [...towed, { to: place(100_000) }, lands(metres)];
			return evaluateFlight(
				{ task: overLine, date: flyingDate, airfield: { ...airfield, areas: [area] } },
				flown({ hops }),
			);
		};
		expect(inArea(1395).status).toBe("finished");
		expect(inArea(905).status).toBe("finished");
		const { status, findings } = inArea(1412);
		expect(status).toBe("out");
		// To the edge of the area.
		expectNear(findings[0]?.value, 12, 3);
		expect(inArea(700).status).toBe("out");
	});

	test("is out after an engine or the closing of the finish, for that reason alone", () => {
		const closing = { ...overLine, rules: { ...overLine.rules, finishCloses: "14:00:00" } };
		const hops = [...towed, { to: place(100_000) }, lands(1372)];
		expect(kinds(flightResultOf(closing, { hops }).findings)).toEqual(["finishClosed"]);
		const motored = [
			...towed,
			{ to: place(100_000) },
			{ to: place(50_000) },
			{ to: place(49_000), noise: 900 },
			lands(1372),
		];
		expect(kinds(flightResultOf(overLine, { hops: motored }).findings)).toEqual(["engine"]);
	});
});

/** A second launch from a place, straight over the line and round the task. */
const launchedAt = (north: number): Hop[] => [
	{ to: place(north - 400), height: 0 },
	{ to: place(north - 5000) },
	...home.slice(towed.length),
];

describe("a relaunch", () => {
	const landedAt = (north: number) => [...towed, { to: place(2000) }, lands(north), ...launchedAt(north)];

	test("after a landing on the contest site counts", () => {
		const { status, findings, start } = flightResultOf(task, { hops: landedAt(-790) });
		expect({ status, findings }).toEqual({ status: "finished", findings: [] });
		expect(start?.at).toBeGreaterThan(crossesAt);
	});

	test("after a landing outside does not count, and is a finding", () => {
		const result = flightResultOf(task, { hops: landedAt(-815) });
		expect(result).toMatchObject({ status: "out", start: { at: crossesAt }, finish: null, outlanded: true });
		expectNear(result.distanceM, 2000, 60);
		const { findings } = result;
		expect(kinds(findings)).toEqual(["pointNotReached", "relaunchAfterOutlanding"]);
		// It lands 60 + 16 s, 184 s, 280 s and 113 s after 10:00:00, and stands for 120 s.
		expectNear((findings[1]?.at ?? 0) / 1000, utc("10:12:53") / 1000, 20);
		expect(findings[1]).toMatchObject({ value: null, proposedPoints: 0, point: null });
	});

	test("after an outlanding far away does not count", () => {
		const hops = [...towed, lands(60_000), ...launchedAt(60_000)];
		const { status, distanceM, findings } = flightResultOf(task, { hops });
		expect(status).toBe("out");
		expectNear(distanceM, 60_000, 60);
		expect(kinds(findings)).toEqual(["pointNotReached", "relaunchAfterOutlanding"]);
	});

	test("after a ferry flight, which is no launch at the contest site, counts", () => {
		// From a field 20 km away to one 10 km away, and from there to the airfield.
		const ferried = [
			{ to: place(-20_000), speed: 400 },
			{ to: place(-20_000), stay: 120, height: 0 },
			{ to: place(-19_600), height: 0 },
			{ to: place(-15_000) },
			lands(-10_000),
			{ to: place(-9600), height: 0 },
			{ to: place(-5000) },
			lands(-300),
			...launchedAt(-300),
		];
		const change = (fix: string, elapsed: number) => (elapsed < 160 ? null : fix);
		const { status, findings } = flightResultOf(task, { hops: ferried, change });
		expect({ status, findings }).toEqual({ status: "finished", findings: [] });
	});
});

describe("with a file for each launch", () => {
	const short = flightResultOf(task, { hops: [...towed, { to: place(60_000) }, lands(50_000)] });
	const whole = (begins: string, speed: number) =>
		flightResultOf(task, { hops: home.map((hop) => ({ ...hop, speed })), begins });

	const scored = (...flightResults: FlightResult[]) => {
		const competitor = {
			registrationId: "a",
			handicap: 1,
			state: null,
			stateAt: null,
			isGuest: false,
			isDisqualified: false,
			held: [],
			decision: noDecision,
		};
		const day = { ...task, id: "task", number: 1, date: flyingDate };
		const [row] = makeDayScores(day, [{ ...competitor, flightResults }], new Date(utc("18:00:00"))).rows;
		return row;
	};

	test("no start counts after the first complete task", () => {
		const [first, faster] = [whole("10:00:00", 25), whole("13:00:00", 35)];
		for (const flights of [
			[first, faster],
			[faster, first],
		])
			expect(scored(...flights)).toMatchObject({ start: crossesAt, timeS: 7880 });
		// A point that was missed does not complete it.
		const beside = [...towed, { to: place(100_000, 800) }, ...home.slice(3)];
		const missed = flightResultOf(task, { hops: beside });
		expect(missed.status).toBe("finished");
		expect(scored(missed, faster)?.start).toBe(faster.start?.at);
		// Out first: the second launch would count from the contest site.
		const { outlanded: _, ...landedHome } = short;
		expect(scored(landedHome, faster)?.start).toBe(faster.start?.at);
	});

	test("no launch counts after an outlanding, and the row says that there was one", () => {
		const relaunch = whole("13:00:00", 25);
		for (const flights of [
			[short, relaunch],
			[relaunch, short],
		]) {
			const row = scored(...flights);
			expect(row).toMatchObject({ status: "out", distanceM: short.distanceM });
			expect(row?.flight?.findings.slice(-1)).toMatchObject([
				{ kind: "relaunchAfterOutlanding", at: relaunch.takeOff },
			]);
		}
		// Another recorder's log of the same flight is no relaunch, nor is a drive home.
		const other = { ...short, takeOff: (short.takeOff ?? 0) + 5000 };
		const drive = { ...short, takeOff: (short.landing ?? 0) + 600_000, start: null, distanceM: 0 };
		expect(scored(short, other, drive)?.flight?.findings).toEqual(short.findings);
	});
});

test("rolls and tows of these flights begin on the contest site", () => {
	expect(flightResultOf(task, { hops: [rolls, ...towed.slice(1), lands(-300)] }).outlanded).toBeUndefined();
});
