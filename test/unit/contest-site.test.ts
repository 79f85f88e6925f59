import { describe, expect, test } from "vitest";
import type { Position } from "~/lib/maps/geodesy";
import { contestSite } from "~/lib/scoring/evaluation/contest-site";
import { airfieldSchema } from "~editions/airfield";
import { airfield, place } from "../support/flown";
import { expectNear } from "../support/racing-flight";

const finish = place(0);
const atHome = [place(-100)];

describe("without areas the contest site is a radius of 800 m", () => {
	const { metresFrom } = contestSite(airfield, finish, atHome);

	test("with its edge, and not a metre more", () => {
		expect([799, 800].map((metres) => metresFrom(place(0, metres)))).toEqual([0, 0]);
		expectNear(metresFrom(place(0, 801)), 801, 0.001);
	});

	test("around the reference point, not around a finish elsewhere", () => {
		const { metresFrom: fromHome } = contestSite(airfield, place(1500), atHome);
		expectNear(fromHome(place(1500)), 1500, 0.001);
	});

	test("or of as many metres as the edition says", () => {
		const { metresFrom: fromLarge } = contestSite({ ...airfield, radiusM: 1400 }, finish, atHome);
		expect(fromLarge(place(1400))).toBe(0);
		expectNear(fromLarge(place(1401)), 1401, 0.001);
	});

	test("of a day that is flown from another field, around its finish", () => {
		const far = { ...airfield, ...place(-200_000), areas: [square(900)] };
		const away = contestSite(far, finish, atHome);
		expect(away.metresFrom(place(800))).toBe(0);
		expectNear(away.metresFrom(place(801)), 801, 0.001);
		// One ferry flight from elsewhere moves no field.
		expectNear(
			contestSite(airfield, place(3000), [place(50_000), place(0)]).metresFrom(place(3000)),
			3000,
			0.001,
		);
	});
});

/** A square around the airfield, or beside it. */
function square(half: number, east = 0): Position[] {
	const corner = (north: number, across: number) => place(north, east + across);
	return [corner(-half, -half), corner(-half, half), corner(half, half), corner(half, -half)];
}

describe("areas", () => {
	const { metresFrom } = contestSite(
		{ ...airfield, areas: [square(500), square(100, 2000)] },
		finish,
		atHome,
	);

	test("are the contest site with their edges, to the metre", () => {
		expect([499, 500].map((metres) => metresFrom(place(metres)))).toEqual([0, 0]);
		expectNear(metresFrom(place(501)), 1, 0.05);
		// A corner, and the diagonal beyond it.
		expect(metresFrom(place(500, 500))).toBe(0);
		expectNear(metresFrom(place(501, 501)), Math.SQRT2, 0.05);
	});

	test("count all, and nothing between them", () => {
		expect(metresFrom(place(0, 1950))).toBe(0);
		// 1,400 m lie between the two; the nearer one counts.
		expectNear(metresFrom(place(0, 1700)), 200, 0.05);
	});
});

describe("an edition's airfield", () => {
	const complaintOf = (change: object) => {
		const { issues = [] } = airfieldSchema.safeParse({ ...airfield, ...change }).error ?? {};
		return issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n");
	};

	test("has neither, a radius, or areas", () => {
		const concave = [place(-500), place(0, 500), place(500), place(0, 100)];
		for (const change of [
			{},
			{ radiusM: 800 },
			{ areas: [square(500)] },
			{ areas: [concave, square(100, 2000)] },
		])
			expect(complaintOf(change)).toBe("");
		expect(complaintOf({ radiusM: 800, areas: [square(500)] })).toBe("radiusM: areas need no radius");
	});

	test("of four corners whose edges cross is refused, with the edges", () => {
		const [first, second, third, fourth] = square(500);
		expect(complaintOf({ areas: [square(100), [first, third, second, fourth]] })).toBe(
			"areas.1: its edges 1 and 3 cross or overlap",
		);
		expect(complaintOf({ areas: [[first, second, fourth, third]] })).toBe(
			"areas.0: its edges 2 and 4 cross or overlap",
		);
	});

	test("with a corner twice, or three on one line, is refused", () => {
		const [first, second, third, fourth] = square(500);
		expect(complaintOf({ areas: [[first, second, third, fourth, first]] })).toContain("cross or overlap");
		expect(complaintOf({ areas: [[first, second, third, first, fourth]] })).toContain("cross or overlap");
		const { latitude } = airfield;
		const onLine = [15.49, 15.5, 15.51].map((longitude) => ({ latitude, longitude }));
		expect(complaintOf({ areas: [onLine] })).toContain("cross or overlap");
	});

	test("of two corners, of none, and without an area is refused", () => {
		for (const corners of [square(500).slice(0, 2), []])
			expect(complaintOf({ areas: [corners] })).toContain("areas.0: an area has at least three corners");
		expect(complaintOf({ areas: [] })).toBe("areas: leave it out instead of giving no area");
	});

	test("of 40 km is refused; a corner may be 5 km from the reference point", () => {
		expect(complaintOf({ areas: [square(20_000)] })).toBe(
			"areas.0: reaches 28.3 km from the airfield, at most 5 km are possible",
		);
		expect(complaintOf({ areas: [[place(-500), place(0, 4950), place(500)]] })).toBe("");
		expect(complaintOf({ areas: [[place(-500), place(0, 5100), place(500)]] })).toContain("reaches 5.1 km");
		expect(complaintOf({ radiusM: 40_000 })).toContain("radiusM");
	});
});
