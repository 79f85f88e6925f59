import { describe, expect, test } from "vitest";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import type { TaskPoint } from "~db/schema";
import {
	cylinder,
	flightResultOf,
	flown,
	flyingDate,
	line,
	outAndReturn,
	place,
	point,
	utc,
} from "../support/flown";
import { crossesAt, expectNear, home, kinds, lands, task, towed } from "../support/racing-flight";

test("a finisher: distance less the radius of the ring, time from the line to the ring", () => {
	const result = flightResultOf(task, { hops: home });
	expect(result).toMatchObject({
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
	expectNear(result.start?.speedKmh, 90, 1);
	expect(
		flightResultOf(outAndReturn({ scoring: { subtractFinishRadius: false } }), { hops: home }),
	).toMatchObject({
		distanceM: 200_000,
		timeS: 7880,
	});
});

test("the same flight gives the same result, byte for byte", () => {
	const [one, other] = [0, 1].map(() => JSON.stringify(flightResultOf(task, { hops: home })));
	expect(one).toBe(other);
});

describe("turn points", () => {
	test("count in their order only", () => {
		// The first one is 50 km east. The flight goes to the second, 100 km north, and home.
		const [start, north, finish] = task.points as [TaskPoint, TaskPoint, TaskPoint];
		const two = outAndReturn({ points: [start, point(place(0, 50_000), cylinder(500)), north, finish] });
		const { status, reached } = flightResultOf(two, { hops: home });
		expect(status).toBe("out");
		expect(reached.map((one) => one.at)).toEqual([null, null]);
	});

	test("a straight line between two fixes reaches a zone", () => {
		// Passes 300 m east of the point: 800 m of the circle. No fix within 1,200 m, 48 s, is left.
		const passes = [...towed, { to: place(110_000, 300) }, { to: place(0), height: 100 }, lands(-300)];
		const change = (fix: string, elapsed: number) => (Math.abs(elapsed - 4460) < 24 ? null : fix);
		const result = flightResultOf(task, { hops: passes, change });
		expect(result).toMatchObject({ status: "finished", findings: [] });
		expectNear((result.reached[0]?.at ?? 0) / 1000, utc("11:14:04") / 1000, 4);
	});

	test("a gap of more than a minute is bridged, and said", () => {
		const passes = [...towed, { to: place(110_000, 300) }, { to: place(0), height: 100 }, lands(-300)];
		const change = (fix: string, elapsed: number) => (Math.abs(elapsed - 4460) < 60 ? null : fix);
		expect(flightResultOf(task, { hops: passes, change }).findings).toMatchObject([
			{ kind: "gap", value: 120, point: 1, proposedPoints: 0 },
		]);
	});

	test("missed by less than 500 m is credited with a proposed penalty, and says by how many metres", () => {
		// The turn is 800 m east of the point: 300 m from its cylinder.
		const beside = [...towed, { to: place(100_000, 800) }, { to: place(0), height: 100 }, lands(-300)];
		const { findings, ...result } = flightResultOf(task, { hops: beside });
		expect(result).toMatchObject({ status: "finished", distanceM: 197_000 });
		expect(findings).toMatchObject([{ kind: "pointMissed", proposedPoints: 50, point: 1 }]);
		expectNear(findings[0]?.value, 300, 3);
		expectNear(result.reached[0]?.missedM, 300, 3);
	});

	test("missed by more is not credited", () => {
		// 1,100 m east of the point: 600 m from its cylinder, and 100 − 1.1 km.
		const beside = [...towed, { to: place(100_000, 1100) }, { to: place(0), height: 100 }, lands(-300)];
		const { findings, distanceM, status } = flightResultOf(task, { hops: beside });
		expect(status).toBe("out");
		expectNear(distanceM, 98_900, 10);
		expect(findings).toMatchObject([{ kind: "pointNotReached", proposedPoints: 0, point: 1 }]);
		expectNear(findings[0]?.value, 600, 3);
	});

	test("a missed point is not credited when that is worth less than its penalty", () => {
		// Credited: 100 km and 97 − 90 km of the way home. Not credited: 100 − 0.8 km. 7.8 km are less than 50 points.
		const shortly = [...towed, { to: place(100_000, 800) }, lands(90_000)];
		const { distanceM, findings } = flightResultOf(task, { hops: shortly });
		expectNear(distanceM, 99_200, 10);
		expect(kinds(findings)).toEqual(["pointNotReached"]);
	});
});

describe("who is out", () => {
	test("on the first leg: the leg less the distance to the next point, from the best fix", () => {
		// Turns back at 60 km and lands at 50 km: 100 − 40 km.
		const { status, distanceM, position, timeS, findings } = flightResultOf(task, {
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
		const { distanceM, status } = flightResultOf(task, {
			hops: [...towed, { to: place(100_000) }, lands(40_000)],
		});
		expect(status).toBe("out");
		expectNear(distanceM, 160_000, 5);
		// 50 m before the ring: 50 m less than a finisher.
		const before = flightResultOf(task, { hops: [...towed, { to: place(100_000) }, lands(3050)] });
		expect(before.status).toBe("out");
		expectNear(before.distanceM, 196_950, 5);
	});

	test("a leg is never below 0", () => {
		// Reaches the point 100 km north, and flies west from a finish in the north-east: nothing of the last leg.
		const [start, north, finish] = task.points as [TaskPoint, TaskPoint, TaskPoint];
		const eastwards = outAndReturn({ points: [start, north, { ...finish, ...place(110_000, 60_000) }] });
		const away = [...towed, { to: place(100_000) }, lands(100_000, -20_000)];
		expectNear(flightResultOf(eastwards, { hops: away }).distanceM, 100_000, 3);
	});

	test("after the finish has closed: out at the last fix before it", () => {
		// Closes at 14:00 local, 12:00 UTC: 6740 s after the start, 168.5 km.
		const closing = outAndReturn({ rules: { finishCloses: "14:00:00" } });
		const { status, distanceM, findings } = flightResultOf(closing, { hops: home });
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
		expect(flightResultOf(overLine, { hops: home })).toMatchObject({
			status: "finished",
			distanceM: 200_000,
			timeS: 8000,
		});
	});

	test("landed on the field without crossing: five minutes after the stop", () => {
		// 99.3 km from the turn: the glider stands 700 m before the line 60 + 200 + 200 + 4000 + 3972 s after 10:00:00.
		const short = [...towed, { to: place(100_000) }, lands(700)];
		const { status, finish, findings } = flightResultOf(overLine, { hops: short });
		expect(status).toBe("finished");
		expectNear((finish ?? 0) / 1000, utc("12:20:32") / 1000 + 300, 10);
		expect(kinds(findings)).toEqual(["landedWithoutCrossing"]);
		expect(flightResultOf(overLine, { hops: [...towed, { to: place(100_000) }, lands(2500)] }).status).toBe(
			"out",
		);
	});

	test("a day flown from another field: it is where the finish lies, and heights count from its point", () => {
		const airfield = { ...place(-200_000), elevation: 210 };
		const flownAway = (elevationM: number | null, north: number) => {
			const points = overLine.points.map((each) => ({ ...each, elevationM }));
			const hops = [...towed, { to: place(100_000) }, lands(north)];
			return evaluateFlight({ task: { ...overLine, points }, date: flyingDate, airfield }, flown({ hops }));
		};
		expect(flownAway(500, 750)).toMatchObject({ status: "finished", start: { heightM: 1500 } });
		expect(flownAway(500, 2500).status).toBe("out");
		// No point with an elevation is known there.
		expect(flownAway(null, 750)).toMatchObject({ status: "finished", start: { heightM: 1210 } });
	});

	test("too low costs a point a metre", () => {
		// The way home sinks from 1,000 m to 100 m over 100 km: 127 m above the field at the ring, that is 627 m.
		const limited = outAndReturn({ rules: { finishAltitudeM: 700 } });
		const { finishHeightM, findings } = flightResultOf(limited, { hops: home });
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
		const { status, distanceM, findings } = flightResultOf(task, { hops: motored(850, 1000) });
		expect(status).toBe("out");
		expectNear(distanceM, 60_000, 110);
		expect(kinds(findings)).toEqual(["pointNotReached", "engine"]);
		expectNear((findings[1]?.at ?? 0) / 1000, utc("10:47:40") / 1000, 5);
	});

	test("a peak below 20 s is noted, and so is noise of 700 or less, which ends nothing", () => {
		// 400 m are 16 s.
		const peak = flightResultOf(task, { hops: motored(850, 400) });
		expect(peak).toMatchObject({ status: "finished", timeS: 7880, findings: [{ kind: "enginePeak" }] });
		expect(flightResultOf(task, { hops: motored(700, 1000) })).toMatchObject({
			status: "finished",
			timeS: 7880,
			findings: [{ kind: "engineNoise", proposedPoints: 0 }],
		});
	});

	test("a self-launch ends before the start and costs nothing, nor does taxiing after the finish", () => {
		const launched = home.map((hop, index) => (index < 2 ? { ...hop, noise: 900 } : hop));
		const taxied = launched.map((hop, index) => (index === 4 ? { ...hop, noise: 900 } : hop));
		expect(flightResultOf(task, { hops: taxied })).toMatchObject({ status: "finished", findings: [] });
	});
});
