import { expect, test } from "vitest";
import { closestApproach, timesAlong } from "~/lib/desk/near-flights";

/** A long day of a large competition. */
const logs = 56;
const fixes = 10_000;
/** Milliseconds of CPU that the sheet may take for it. */
const budget = 2_000;

/** A flight to and fro, a fix every two seconds, each a little beside the others. */
const traceOf = (number: number) => {
	const steps = Array.from({ length: fixes }, (_, index) => index);
	return {
		times: steps.map((step) => 36_000 + step * 2),
		latitudes: steps.map((step) => 49.5 + Math.sin(step / 900 + number / 20) / 2),
		longitudes: steps.map((step) => 15.5 + Math.cos(step / 1_300 + number / 30) / 2),
		altitudes: steps.map(() => 1_500),
		kind: "gnss" as const,
		gaps: [],
		marks: { takeOff: null, landing: null, highest: null },
	};
};

test("who was near is found among 56 logs of 10,000 fixes within two seconds of CPU", () => {
	const traces = Array.from({ length: logs }, (_, number) => traceOf(number));
	const place = { latitude: 49.7, longitude: 15.7 };
	const corners = [place, { latitude: 49.9, longitude: 15.2 }, { latitude: 49.2, longitude: 15.9 }, place];
	const before = process.cpuUsage();
	const near = traces.filter((trace) => closestApproach(trace, place, 45_000));
	const along = corners.slice(1).flatMap((to, index) => {
		const from = corners[index] ?? to;
		return traces.filter((trace) => timesAlong(trace, from, to, 36_000));
	});
	const { user, system } = process.cpuUsage(before);
	expect(near.length + along.length).toBeGreaterThan(0);
	expect((user + system) / 1_000).toBeLessThan(budget);
});
