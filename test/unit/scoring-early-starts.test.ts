import { describe, expect, test } from "vitest";
import type { FlownOptions, Hop } from "../support/flown";
import { cylinder, flightResultOf, outAndReturn, place, point, utc } from "../support/flown";
import { crossesAt, expectNear, home, kinds, lands, rolls, task, towed } from "../support/racing-flight";

/** The line is crossed at 10:07:40 UTC, 12:07:40 in Prague. */
const opened = (startOpens: string) => outAndReturn({ rules: { startOpens } });
const early = [{ kind: "startEarly", at: crossesAt, proposedPoints: 0, point: 0 }];

describe("a start before the opening", () => {
	test("by 7 s, and never again, is none: the finding has its time", () => {
		// The fixes of the next 13 s are within 500 m of the line, after the opening.
		expect(flightResultOf(opened("12:07:47"), { hops: home })).toMatchObject({
			status: "out",
			start: null,
			distanceM: 0,
			findings: early,
		});
	});

	test("by one second is none; on the second, and one after, it counts", () => {
		expect(flightResultOf(opened("12:07:41"), { hops: home, interval: 1 }).findings).toMatchObject(early);
		for (const opening of ["12:07:40", "12:07:39"])
			expect(flightResultOf(opened(opening), { hops: home, interval: 1 })).toMatchObject({
				start: { at: crossesAt },
				findings: [],
			});
	});

	test("is dated between fixes 5 s before and after the line", () => {
		const change: FlownOptions["change"] = (fix, elapsed) => (elapsed === 460 ? null : fix);
		const sparse = (opening: string) => flightResultOf(opened(opening), { hops: home, interval: 5, change });
		expect(sparse("12:07:41").findings).toMatchObject(early);
		expect(sparse("12:07:45").findings).toMatchObject(early);
		expect(sparse("12:07:40").start?.at).toBe(crossesAt);
	});

	test("is not made good by a fix near the line on the way home", () => {
		// Home at 12:19; past the line, and back over the field to land south of it.
		const past = [...home.slice(0, 3), { to: place(-3000) }, lands(-2000)];
		expect(flightResultOf(opened("12:30:00"), { hops: past }).findings).toMatchObject(early);
		// The first zone itself was flown before the opening, or the pilot was in it at that time.
		for (const opening of ["13:20:00", "13:14:10"])
			expect(flightResultOf(opened(opening), { hops: past }).findings).toMatchObject(early);
	});

	test("is not made good by staying near the line on its far side", () => {
		const near = [...towed, { to: place(300) }, { to: place(300), stay: 60 }, { to: place(3000) }];
		const waiting: Hop[] = [...near, { to: place(200) }, ...home.slice(2)];
		expect(flightResultOf(opened("12:08:00"), { hops: waiting }).findings).toMatchObject(early);
	});

	test("is said with the time of the last one", () => {
		const twice = [...towed, { to: place(5000) }, { to: place(-5000) }, ...home.slice(2)];
		expect(flightResultOf(opened("12:30:00"), { hops: twice }).findings).toMatchObject([
			{ kind: "startEarly", at: utc("10:21:00") },
		]);
		// The second one, 800 s later, is on time.
		expect(flightResultOf(opened("12:20:00"), { hops: twice })).toMatchObject({
			status: "finished",
			start: { at: utc("10:21:00") },
			otherStarts: [],
		});
	});

	test("out of a ring is none either, though the next fixes are near it", () => {
		const ring = (startOpens: string) =>
			outAndReturn({
				rules: { startOpens },
				points: [point(place(0), cylinder(3000), "Start"), ...task.points.slice(1)],
			});
		// 3 km after the line's place, at 10:09:40.
		const leaves = utc("10:09:40");
		expect(flightResultOf(ring("12:09:45"), { hops: home }).findings).toMatchObject([
			{ kind: "startEarly", at: leaves },
		]);
		expect(flightResultOf(ring("12:09:40"), { hops: home }).start?.at).toBe(leaves);
	});
});

describe("a near miss of the line", () => {
	/** Crosses the line at 10:07:40, comes back around its end, and passes 300 m beside it. */
	const comesBack = (behind: Hop[]): Hop[] => [
		...towed,
		{ to: place(3000) },
		{ to: place(3000, 9000) },
		...behind,
		{ to: place(5000, 5300) },
		...home.slice(2),
	];
	const around: Hop[] = [{ to: place(-3000, 9000) }, { to: place(-3000, 5300) }];

	test("after coming back from an early start counts, with the proposed penalty", () => {
		const { status, start, findings } = flightResultOf(opened("12:10:00"), { hops: comesBack(around) });
		expect(status).toBe("finished");
		expect(start?.at).toBeGreaterThan(utc("10:10:00"));
		expect(findings).toMatchObject([{ kind: "startLineMissed", proposedPoints: 50, point: 0 }]);
	});

	test("before the opening is none", () => {
		// It passes the line 3, 9, 6, 3.7 and 3 km after it was crossed: 988 s.
		expectNear(
			flightResultOf(opened("12:10:00"), { hops: comesBack(around) }).start?.at,
			utc("10:24:24"),
			20_000,
		);
		expect(flightResultOf(opened("12:25:00"), { hops: comesBack(around) }).findings).toMatchObject(early);
		const beside = [rolls, { to: place(-5000, 5300) }, { to: place(5000, 5300) }, ...home.slice(2)];
		expect(kinds(flightResultOf(opened("12:20:00"), { hops: beside }).findings)).toEqual(["noStart"]);
	});

	test("on the way home is none, without any start before", () => {
		// Around the line 3 km from its end, and home past it.
		const wide = [rolls, { to: place(-5000, 8000) }, { to: place(5000, 8000) }, { to: place(100_000) }];
		const hops = [...wide, { to: place(-3000) }, lands(-2000)];
		expect(kinds(flightResultOf(task, { hops }).findings)).toEqual(["noStart"]);
	});

	test("stands when the line is crossed after the finish, on the way to land", () => {
		const beside = [rolls, { to: place(-5000, 5300) }, { to: place(5000, 5300) }, { to: place(100_000) }];
		const hops = [...beside, { to: place(-3000) }, { to: place(2000) }, lands(-300)];
		const { status, findings, start } = flightResultOf(task, { hops });
		expect(status).toBe("finished");
		expect(kinds(findings)).toEqual(["startLineMissed"]);
		expectNear(start?.at, utc("10:09:32"), 8_000);
	});
});
