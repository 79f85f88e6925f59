import { expect, test } from "vitest";
import type { CheckedSpace } from "~/lib/scoring/airspace/check-flight";
import { demo } from "~test/support/demo";

const { rows } = demo;

test("the demo has waypoints and airspace in force, all of which can be read", () => {
	expect(rows.charts.map(({ kind, inForce, complaints }) => ({ kind, inForce, complaints }))).toEqual([
		{ kind: "waypoints", inForce: true, complaints: [] },
		{ kind: "airspace", inForce: true, complaints: [] },
	]);
});

test("one flight of the demo is in the restricted area, and no other flight is in any airspace that is judged", () => {
	const intrusions = rows.performances.flatMap(({ spaces }) =>
		(spaces as readonly CheckedSpace[]).filter(({ judged }) => judged),
	);
	expect(intrusions.map(({ name }) => name)).toEqual(["LKR 41 Jestřábí"]);
	expect(intrusions[0]?.depthM).toBeGreaterThan(100);
});
