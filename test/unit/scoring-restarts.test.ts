import { describe, expect, test } from "vitest";
import {
	airfield,
	cylinder,
	flightResultOf,
	type Hop,
	line,
	outAndReturn,
	place,
	point,
	utc,
} from "../support/flown";
import { crossesAt, home, kinds, lands, task, towed } from "../support/racing-flight";

const around = [
	{ latitude: 49 + 46.184 / 60, longitude: 15.5 },
	{ latitude: 49 + 46.139 / 60, longitude: 15 + 54.987 / 60 },
] as const;

/** The task and the flight of a report: 30 km north, on to the east and home, and once more, faster. */
const points = [
	point(airfield, line(10_000), "Start"),
	point(around[0], cylinder(500), "T1"),
	point(around[1], cylinder(500), "T2"),
	point(airfield, cylinder(3000), "Cil"),
];
const lap = (speed: number): Hop[] => [
	{ to: around[0], speed },
	{ to: around[1], speed },
	{ to: place(0), speed },
];
const twice = [...towed, ...lap(25), { to: place(-500) }, ...lap(40), lands(-300)];

describe("no start counts after the first complete task", () => {
	test.each([
		["of a racing task", outAndReturn({ points })],
		["of an area task", outAndReturn({ points, kind: "AAT", taskTimeS: 1200 })],
	])("%s", (_, restarted) => {
		expect(flightResultOf(restarted, { hops: twice })).toMatchObject({
			status: "finished",
			start: { at: crossesAt },
			otherStarts: [],
			finish: utc("11:13:53"),
			timeS: 3973,
		});
	});

	test("and none of a relaunch after it", () => {
		const relaunched = [...home, { to: place(-700), height: 0 }, { to: place(-5000) }];
		const hops = [...relaunched, { to: place(100_000), speed: 40 }, { to: place(0), speed: 40 }, lands(-300)];
		expect(flightResultOf(task, { hops })).toMatchObject({
			start: { at: crossesAt },
			timeS: 7880,
			otherStarts: [],
			findings: [],
		});
	});

	test("nor one after a landing on the contest site that finished", () => {
		const overLine = outAndReturn({
			points: [...task.points.slice(0, 2), point(place(0), line(2000), "Cil")],
		});
		const landed = [...towed, { to: place(100_000) }, lands(700), { to: place(300), height: 0 }];
		const again = [{ to: place(-5000) }, { to: place(100_000), speed: 40 }, { to: place(-300), speed: 40 }];
		const { start, findings } = flightResultOf(overLine, { hops: [...landed, ...again, lands(-400)] });
		expect(start?.at).toBe(crossesAt);
		expect(kinds(findings)).toEqual(["landedWithoutCrossing"]);
	});
});

describe("a later start counts", () => {
	const again = [{ to: place(-5000) }, { to: place(100_000), speed: 40 }, { to: place(0), speed: 40 }];

	test("while the task is not complete", () => {
		// The first time, the turn is 1 km short.
		const hops = [...towed, { to: place(98_500) }, ...again, lands(-300)];
		const { status, start, otherStarts } = flightResultOf(task, { hops });
		expect(status).toBe("finished");
		expect(start?.at).toBeGreaterThan(crossesAt);
		expect(otherStarts).toEqual([crossesAt]);
	});

	test("when the first time a point was missed, though it would be credited", () => {
		const hops = [...towed, { to: place(100_000, 800) }, { to: place(0) }, ...again, lands(-300)];
		const { start, findings } = flightResultOf(task, { hops });
		expect(start?.at).toBeGreaterThan(crossesAt);
		expect(findings).toEqual([]);
	});

	test("when an engine ended the first flight before its finish", () => {
		const hops = [...towed, { to: place(100_000) }, { to: place(50_000) }, { to: place(48_000), noise: 900 }];
		const { status, start } = flightResultOf(task, {
			hops: [...hops, { to: place(0) }, ...again, lands(-300)],
		});
		expect(status).toBe("finished");
		expect(start?.at).toBeGreaterThan(crossesAt);
	});

	test("however often the pilot crosses the line between the finish and the landing", () => {
		const circles = Array.from({ length: 60 }, (_, turn) => ({ to: place(turn % 2 === 0 ? -600 : 600) }));
		expect(
			flightResultOf(task, { hops: [...home.slice(0, 4), ...circles, ...circles, lands(-300)] }),
		).toMatchObject({
			start: { at: crossesAt },
			otherStarts: [],
			timeS: 7880,
		});
	});
});
