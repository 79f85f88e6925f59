import { describe, expect, test } from "vitest";
import { flightResultOf, outAndReturn, place, utc } from "../support/flown";
import { crossesAt, expectNear, home, kinds, lands, rolls, task, towed } from "../support/racing-flight";

describe("start", () => {
	const again = [{ to: place(5000) }, { to: place(-5000) }, ...home.slice(towed.length)];

	test("of several the last counts, as the distance is the same and the time shorter", () => {
		// Crosses at 10:07:40, turns 5 km further and again 5 km behind, and crosses 5 + 10 + 5 km later: 800 s.
		expect(flightResultOf(task, { hops: [...towed, ...again] })).toMatchObject({
			start: { at: utc("10:21:00") },
			otherStarts: [crossesAt],
			timeS: 7880,
		});
	});

	test("counts after the opening, in local time", () => {
		// 12:10 in Prague is 10:10 UTC: only the second crossing counts.
		const opened = outAndReturn({ rules: { startOpens: "12:10:00" } });
		expect(flightResultOf(opened, { hops: [...towed, ...again] })).toMatchObject({
			start: { at: utc("10:21:00") },
			otherStarts: [],
		});
		expect(flightResultOf(opened, { hops: home })).toMatchObject({
			status: "out",
			distanceM: 0,
			start: null,
			findings: [{ kind: "startEarly", at: crossesAt, point: 0 }],
		});
	});

	test("counts in the direction of the first leg only", () => {
		const backwards = [rolls, { to: place(-5000, 20_000) }, { to: place(5000, 20_000) }, { to: place(5000) }];
		const result = flightResultOf(task, { hops: [...backwards, lands(-5000)] });
		expect(result.status).toBe("out");
		expect(kinds(result.findings)).toContain("startLineMissed");
	});

	test("beside the line by less than 500 m counts with a proposed penalty of 50", () => {
		// 300 m east of the end of the line. The last fix within 500 m of it is at most 400 m, that is 16 s, past the line.
		const beside = [rolls, { to: place(-5000, 5300) }, { to: place(5000, 5300) }, ...home.slice(2)];
		const { start, findings, status } = flightResultOf(task, { hops: beside });
		expect(status).toBe("finished");
		expect(findings).toMatchObject([
			{ kind: "startLineMissed", proposedPoints: 50, at: start?.at, point: 0 },
		]);
		expect(findings[0]?.value).toBeGreaterThanOrEqual(300);
		expect(findings[0]?.value).toBeLessThan(500);
		const far = [rolls, { to: place(-5000, 5600) }, { to: place(5000, 5600) }, ...home.slice(2)];
		expect(kinds(flightResultOf(task, { hops: far }).findings)).toEqual(["noStart"]);
	});

	test("too high costs a point a metre up to 100 m, above there is no start", () => {
		const limited = (startAltitudeM: number) =>
			flightResultOf(outAndReturn({ rules: { startAltitudeM } }), { hops: home });
		expect(limited(1500).findings).toEqual([]);
		expect(limited(1440).findings).toMatchObject([{ kind: "startHigh", value: 60, proposedPoints: 60 }]);
		expect(limited(1400).findings).toMatchObject([{ kind: "startHigh", value: 100, proposedPoints: 100 }]);
		// The last fix within 500 m past the line is 9 m higher still; the reason stands beside.
		expect(limited(1380)).toMatchObject({
			status: "out",
			distanceM: 0,
			findings: [
				{ kind: "noStart", proposedPoints: 0 },
				{ kind: "startHigh", value: 120, proposedPoints: 0, at: crossesAt },
			],
		});
	});

	test("too fast costs two points a km/h up to 50 km/h, above there is no start", () => {
		// 40 m/s are 144 km/h.
		const fast = [...towed, { to: place(5000), speed: 40 }, ...home.slice(towed.length)];
		const limited = (startSpeedKmh: number) =>
			flightResultOf(outAndReturn({ rules: { startSpeedKmh } }), { hops: fast });
		expect(kinds(limited(146).findings)).toEqual([]);
		const [finding] = limited(120).findings;
		expectNear(finding?.value, 24, 1);
		expect(finding).toMatchObject({ kind: "startTooFast", proposedPoints: 2 * (finding?.value ?? 0) });
		expect(kinds(limited(90).findings)).toEqual(["noStart", "startTooFast"]);
	});

	test("of a crossing too high counts the last fix before it that is low enough, with the penalty for the line", () => {
		// Level at 800 m until 100 m before the line, then steeply up to 1,030 m at it: 1,530 m above sea level.
		const pulled = [
			rolls,
			{ to: place(-5000), height: 800 },
			{ to: place(-100), height: 800 },
			{ to: place(0), height: 1030 },
			{ to: place(100_000) },
			...home.slice(3),
		];
		const limited = outAndReturn({ rules: { startAltitudeM: 1400 } });
		const { status, start, findings } = flightResultOf(limited, { hops: pulled, interval: 1 });
		expect(status).toBe("finished");
		expect(start?.heightM).toBeLessThanOrEqual(1400);
		expect(kinds(findings)).toEqual(["startLineMissed"]);
		expect(findings[0]).toMatchObject({ proposedPoints: 50 });
		expect(findings[0]?.value).toBeLessThan(150);
	});

	test("by event marker: within the window after the wait of the last press", () => {
		// The crossing is 460 s after the first fix. Wait 5 minutes, window 2 minutes: a press from 40 s to 160 s.
		const pev = outAndReturn({ rules: { pev: { waitS: 300, windowS: 120, presses: 3 } } });
		const found = (...presses: number[]) => flightResultOf(pev, { hops: home, presses }).findings;
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
		// A window without an end.
		const endless = outAndReturn({ rules: { pev: { waitS: 300, windowS: null, presses: 3 } } });
		expect(flightResultOf(endless, { hops: home, presses: [15] }).findings).toEqual([]);
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
		const { start, status, otherStarts } = flightResultOf(task, { hops: [...relight, ...home.slice(2)] });
		expect(status).toBe("finished");
		expect(otherStarts).toEqual([]);
		// 400 + 4600 + 7000 + 2200 m, 120 s, 400 + 4400 + 5000 m: 24 km at 25 m/s and 180 s after 10:00:00.
		expectNear((start?.at ?? 0) / 1000, utc("10:19:00") / 1000, 2);
	});
});
