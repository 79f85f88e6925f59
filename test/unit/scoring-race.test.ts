import { describe, expect, test } from "vitest";
import type { Finding } from "~/lib/scoring/performance";
import type { TaskPoint } from "~/lib/tasks/task";
import { cylinder, line, outAndReturn, performanceOf, place, point, utc } from "../support/flown";

/*
 * All flights leave the ground 60 s after 10:00:00 UTC, fly 5 km south, and come back over the line at the airfield. At
 * 25 m/s, 5 km take 200 s: the line is crossed 60 + 200 + 200 s after 10:00:00, at 10:07:40, 1,000 m above the field of
 * 500 m. A fix rounds its place to 2 m and its height to 1 m, so a time may be a second off.
 */
const rolls = { to: place(-400), height: 0 };
const towed = [rolls, { to: place(-5000) }];
const crossesAt = utc("10:07:40");
const lands = (north: number, east = 0) => ({ to: place(north, east), height: 0, stay: 120 });
const home = [...towed, { to: place(100_000) }, { to: place(0), height: 100 }, lands(-300)];

const task = outAndReturn();
const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);

function expectNear(value: number | null | undefined, wanted: number, tolerance: number): void {
	expect(Math.abs((value ?? Number.NaN) - wanted), `${value} is not ${wanted}`).toBeLessThanOrEqual(
		tolerance,
	);
}

test("a finisher: distance less the radius of the ring, time from the line to the ring", () => {
	const performance = performanceOf(task, { hops: home });
	expect(performance).toMatchObject({
		status: "finished",
		start: { at: crossesAt, heightM: 1500 },
		// 100 + 100 − 3 km.
		distanceM: 197_000,
		// 99.5 km at 25 m/s are 3980 s: the cylinder of 500 m is entered at 11:14:00.
		reached: [{ at: utc("11:14:00"), missedM: 0 }],
		// 100 km and 97 km at 25 m/s are 7880 s after 10:07:40.
		finish: utc("12:19:00"),
		timeS: 7880,
		position: null,
		findings: [],
	});
	expectNear(performance.start?.speedKmh, 90, 1);
	expect(
		performanceOf(outAndReturn({ scoring: { subtractFinishRadius: false } }), { hops: home }),
	).toMatchObject({
		distanceM: 200_000,
		timeS: 7880,
	});
});

test("the same flight gives the same performance, byte for byte", () => {
	const [one, other] = [0, 1].map(() => JSON.stringify(performanceOf(task, { hops: home })));
	expect(one).toBe(other);
});

describe("start", () => {
	const again = [{ to: place(5000) }, { to: place(-5000) }, ...home.slice(towed.length)];

	test("of several the last counts, as the distance is the same and the time shorter", () => {
		// Crosses at 10:07:40, turns 5 km further and again 5 km behind, and crosses 5 + 10 + 5 km later: 800 s.
		expect(performanceOf(task, { hops: [...towed, ...again] })).toMatchObject({
			start: { at: utc("10:21:00") },
			otherStarts: [crossesAt],
			timeS: 7880,
		});
	});

	test("counts after the opening, in local time", () => {
		// 12:10 in Prague is 10:10 UTC: only the second crossing counts.
		const opened = outAndReturn({ rules: { startOpens: "12:10:00" } });
		expect(performanceOf(opened, { hops: [...towed, ...again] })).toMatchObject({
			start: { at: utc("10:21:00") },
			otherStarts: [],
		});
		expect(performanceOf(opened, { hops: home })).toMatchObject({
			status: "out",
			distanceM: 0,
			start: null,
			findings: [{ kind: "startEarly", at: crossesAt, point: 0 }],
		});
	});

	test("counts in the direction of the first leg only", () => {
		const backwards = [rolls, { to: place(-5000, 20_000) }, { to: place(5000, 20_000) }, { to: place(5000) }];
		const performance = performanceOf(task, { hops: [...backwards, lands(-5000)] });
		expect(performance.status).toBe("out");
		expect(kinds(performance.findings)).toContain("startLineMissed");
	});

	test("beside the line by less than 500 m counts with a proposed penalty of 50", () => {
		// 300 m east of the end of the line. The last fix within 500 m of it is at most 400 m, that is 16 s, past the line.
		const beside = [rolls, { to: place(-5000, 5300) }, { to: place(5000, 5300) }, ...home.slice(2)];
		const { start, findings, status } = performanceOf(task, { hops: beside });
		expect(status).toBe("finished");
		expect(findings).toMatchObject([
			{ kind: "startLineMissed", proposedPoints: 50, at: start?.at, point: 0 },
		]);
		expect(findings[0]?.value).toBeGreaterThanOrEqual(300);
		expect(findings[0]?.value).toBeLessThan(500);
		const far = [rolls, { to: place(-5000, 5600) }, { to: place(5000, 5600) }, ...home.slice(2)];
		expect(kinds(performanceOf(task, { hops: far }).findings)).toEqual(["noStart"]);
	});

	test("too high costs a point a metre up to 100 m, above there is no start", () => {
		const limited = (startAltitudeM: number) =>
			performanceOf(outAndReturn({ rules: { startAltitudeM } }), { hops: home });
		expect(limited(1500).findings).toEqual([]);
		expect(limited(1440).findings).toMatchObject([{ kind: "startHigh", value: 60, proposedPoints: 60 }]);
		expect(limited(1400).findings).toMatchObject([{ kind: "startHigh", value: 100, proposedPoints: 100 }]);
		expect(limited(1399)).toMatchObject({ status: "out", distanceM: 0, findings: [{ kind: "noStart" }] });
	});

	test("too fast costs two points a km/h up to 50 km/h, above there is no start", () => {
		// 40 m/s are 144 km/h.
		const fast = [...towed, { to: place(5000), speed: 40 }, ...home.slice(towed.length)];
		const limited = (startSpeedKmh: number) =>
			performanceOf(outAndReturn({ rules: { startSpeedKmh } }), { hops: fast });
		expect(kinds(limited(146).findings)).toEqual([]);
		const [finding] = limited(120).findings;
		expectNear(finding?.value, 24, 1);
		expect(finding).toMatchObject({ kind: "startTooFast", proposedPoints: 2 * (finding?.value ?? 0) });
		expect(kinds(limited(90).findings)).toEqual(["noStart"]);
	});

	test("by event marker: within the window after the wait of the last press", () => {
		// The crossing is 460 s after the first fix. Wait 5 minutes, window 2 minutes: a press from 40 s to 160 s.
		const pev = outAndReturn({ rules: { pev: { waitS: 300, windowS: 120, presses: 3 } } });
		const found = (...presses: number[]) => performanceOf(pev, { hops: home, presses }).findings;
		expect(found(100)).toEqual([]);
		expect(found()).toMatchObject([{ kind: "pevMissing", proposedPoints: 60 }]);
		// 10:07:40 is 20 s before the window of a press after 180 s, and 25 s after that of one after 15 s.
		expect(found(180)).toMatchObject([{ kind: "pevOutside", value: 20, proposedPoints: 20 }]);
		expect(found(15)).toMatchObject([{ kind: "pevOutside", value: 25, proposedPoints: 25 }]);
		// 300 s: 140 s before its window, and at most 60 points.
		expect(found(300)).toMatchObject([{ value: 140, proposedPoints: 60 }]);
		// Presses within 30 s are one: that of 100 s counts. A fourth press counts no more.
		expect(found(100, 125)).toEqual([]);
		expect(found(10, 50, 100, 400)).toEqual([]);
		// A press after the start opens no window for it.
		expect(found(600)).toMatchObject([{ kind: "pevMissing" }]);
	});

	test("after a relight only the last take-off counts", () => {
		// Starts, comes back and lands after 10 minutes; starts again and finishes.
		const relight = [
			...towed,
			{ to: place(2000) },
			lands(-200),
			{ ...rolls, to: place(-600) },
			...towed.slice(1),
		];
		const { start, status, otherStarts } = performanceOf(task, { hops: [...relight, ...home.slice(2)] });
		expect(status).toBe("finished");
		expect(otherStarts).toEqual([]);
		// 400 + 4600 + 7000 + 2200 m, 120 s, 400 + 4400 + 5000 m: 24 km at 25 m/s and 180 s after 10:00:00.
		expectNear((start?.at ?? 0) / 1000, utc("10:19:00") / 1000, 2);
	});
});

describe("turn points", () => {
	test("count in their order only", () => {
		// The first one is 50 km east. The flight goes to the second, 100 km north, and home.
		const [start, north, finish] = task.points as [TaskPoint, TaskPoint, TaskPoint];
		const two = outAndReturn({ points: [start, point(place(0, 50_000), cylinder(500)), north, finish] });
		const { status, reached } = performanceOf(two, { hops: home });
		expect(status).toBe("out");
		expect(reached.map((one) => one.at)).toEqual([null, null]);
	});

	test("a straight line between two fixes reaches a zone", () => {
		// Passes 300 m east of the point: 800 m of the circle. No fix within 1,200 m, 48 s, is left.
		const passes = [...towed, { to: place(110_000, 300) }, { to: place(0), height: 100 }, lands(-300)];
		const change = (fix: string, elapsed: number) => (Math.abs(elapsed - 4460) < 24 ? null : fix);
		const performance = performanceOf(task, { hops: passes, change });
		expect(performance).toMatchObject({ status: "finished", findings: [] });
		expectNear((performance.reached[0]?.at ?? 0) / 1000, utc("11:14:04") / 1000, 4);
	});

	test("a gap of more than a minute is bridged, and said", () => {
		const passes = [...towed, { to: place(110_000, 300) }, { to: place(0), height: 100 }, lands(-300)];
		const change = (fix: string, elapsed: number) => (Math.abs(elapsed - 4460) < 60 ? null : fix);
		expect(performanceOf(task, { hops: passes, change }).findings).toMatchObject([
			{ kind: "gap", value: 120, point: 1, proposedPoints: 0 },
		]);
	});

	test("missed by less than 500 m is credited with a proposed penalty, and says by how many metres", () => {
		// The turn is 800 m east of the point: 300 m from its cylinder.
		const beside = [...towed, { to: place(100_000, 800) }, { to: place(0), height: 100 }, lands(-300)];
		const { findings, ...performance } = performanceOf(task, { hops: beside });
		expect(performance).toMatchObject({ status: "finished", distanceM: 197_000 });
		expect(findings).toMatchObject([{ kind: "pointMissed", proposedPoints: 50, point: 1 }]);
		expectNear(findings[0]?.value, 300, 3);
		expectNear(performance.reached[0]?.missedM, 300, 3);
	});

	test("missed by more is not credited", () => {
		// 1,100 m east of the point: 600 m from its cylinder, and 100 − 1.1 km.
		const beside = [...towed, { to: place(100_000, 1100) }, { to: place(0), height: 100 }, lands(-300)];
		const { findings, distanceM, status } = performanceOf(task, { hops: beside });
		expect(status).toBe("out");
		expectNear(distanceM, 98_900, 10);
		expect(findings).toMatchObject([{ kind: "pointNotReached", proposedPoints: 0, point: 1 }]);
		expectNear(findings[0]?.value, 600, 3);
	});

	test("a missed point is not credited when that is worth less than its penalty", () => {
		// Credited: 100 km and 97 − 90 km of the way home. Not credited: 100 − 0.8 km. 7.8 km are less than 50 points.
		const shortly = [...towed, { to: place(100_000, 800) }, lands(90_000)];
		const { distanceM, findings } = performanceOf(task, { hops: shortly });
		expectNear(distanceM, 99_200, 10);
		expect(kinds(findings)).toEqual(["pointNotReached"]);
	});
});

describe("who is out", () => {
	test("on the first leg: the leg less the distance to the next point, from the best fix", () => {
		// Turns back at 60 km and lands at 50 km: 100 − 40 km.
		const { status, distanceM, position, timeS, findings } = performanceOf(task, {
			hops: [...towed, { to: place(60_000) }, lands(50_000)],
		});
		expect({ status, timeS }).toEqual({ status: "out", timeS: null });
		expectNear(distanceM, 60_000, 100);
		expectNear(position?.latitude, place(60_000).latitude, 0.001);
		expect(kinds(findings)).toEqual(["pointNotReached"]);
		expectNear(findings[0]?.value, 39_500, 100);
	});

	test("on the last leg: the whole distance less that to the finish point", () => {
		// 200 − 40 km: the radius of the ring comes off a finisher only.
		const { distanceM, status } = performanceOf(task, {
			hops: [...towed, { to: place(100_000) }, lands(40_000)],
		});
		expect(status).toBe("out");
		expectNear(distanceM, 160_000, 5);
		// 50 m before the ring: 50 m less than a finisher.
		const before = performanceOf(task, { hops: [...towed, { to: place(100_000) }, lands(3050)] });
		expect(before.status).toBe("out");
		expectNear(before.distanceM, 196_950, 5);
	});

	test("a leg is never below 0", () => {
		// Reaches the point 100 km north, and flies west from a finish in the north-east: nothing of the last leg.
		const [start, north, finish] = task.points as [TaskPoint, TaskPoint, TaskPoint];
		const eastwards = outAndReturn({ points: [start, north, { ...finish, ...place(110_000, 60_000) }] });
		const away = [...towed, { to: place(100_000) }, lands(100_000, -20_000)];
		expectNear(performanceOf(eastwards, { hops: away }).distanceM, 100_000, 3);
	});

	test("after the finish has closed: out at the last fix before it", () => {
		// Closes at 14:00 local, 12:00 UTC: 6740 s after the start, 168.5 km.
		const closing = outAndReturn({ rules: { finishCloses: "14:00:00" } });
		const { status, distanceM, findings } = performanceOf(closing, { hops: home });
		expect(status).toBe("out");
		expectNear(distanceM, 168_500, 100);
		expect(findings).toMatchObject([{ kind: "finishClosed", at: utc("12:00:00") }]);
	});
});

describe("finish", () => {
	const overLine = outAndReturn({
		points: [...task.points.slice(0, 2), point(place(0), line(2000), "Cil")],
		scoring: { subtractFinishRadius: false },
	});

	test("over a line towards the field; nothing comes off by default", () => {
		// 200 km at 25 m/s are 8000 s.
		expect(performanceOf(overLine, { hops: home })).toMatchObject({
			status: "finished",
			distanceM: 200_000,
			timeS: 8000,
		});
	});

	test("landed on the field without crossing: five minutes after the stop", () => {
		// 99 km from the turn: the glider stands 1 km before the line 60 + 200 + 200 + 4000 + 3960 s after 10:00:00.
		const short = [...towed, { to: place(100_000) }, lands(1000)];
		const { status, finish, findings } = performanceOf(overLine, { hops: short });
		expect(status).toBe("finished");
		expectNear((finish ?? 0) / 1000, utc("12:20:20") / 1000 + 300, 10);
		expect(kinds(findings)).toEqual(["landedWithoutCrossing"]);
		expect(performanceOf(overLine, { hops: [...towed, { to: place(100_000) }, lands(2500)] }).status).toBe(
			"out",
		);
	});

	test("too low costs a point a metre", () => {
		// The way home sinks from 1,000 m to 100 m over 100 km: 127 m above the field at the ring, that is 627 m.
		const limited = outAndReturn({ rules: { finishAltitudeM: 700 } });
		const { finishHeightM, findings } = performanceOf(limited, { hops: home });
		expect(finishHeightM).toBe(627);
		expect(findings).toMatchObject([{ kind: "finishLow", value: 73, proposedPoints: 73 }]);
	});
});

describe("engine", () => {
	/** With the engine from 60 km on, out of 100 km. */
	const motored = (noise: number, metres: number) => [
		...towed,
		{ to: place(60_000) },
		{ to: place(60_000 + metres), noise },
		...home.slice(towed.length),
	];

	test("running for 20 s after the start: out there, as a finding", () => {
		// 1,000 m are 40 s.
		const { status, distanceM, findings } = performanceOf(task, { hops: motored(850, 1000) });
		expect(status).toBe("out");
		expectNear(distanceM, 60_000, 110);
		expect(kinds(findings)).toEqual(["pointNotReached", "engine"]);
		expectNear((findings[1]?.at ?? 0) / 1000, utc("10:47:40") / 1000, 5);
	});

	test("a peak below 20 s is noted, noise of 700 or less is none", () => {
		// 400 m are 16 s.
		const peak = performanceOf(task, { hops: motored(850, 400) });
		expect(peak).toMatchObject({ status: "finished", timeS: 7880, findings: [{ kind: "enginePeak" }] });
		expect(performanceOf(task, { hops: motored(700, 1000) })).toMatchObject({
			status: "finished",
			findings: [],
		});
	});

	test("a self-launch ends before the start and costs nothing, nor does taxiing after the finish", () => {
		const launched = home.map((hop, index) => (index < 2 ? { ...hop, noise: 900 } : hop));
		const taxied = launched.map((hop, index) => (index === 4 ? { ...hop, noise: 900 } : hop));
		expect(performanceOf(task, { hops: taxied })).toMatchObject({ status: "finished", findings: [] });
	});
});
