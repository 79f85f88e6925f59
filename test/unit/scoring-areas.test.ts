import { describe, expect, test } from "vitest";
import type { PlanePoint } from "~/lib/maps/geodesy";
import { type Ends, longestWay, type PlaneTrack } from "~/lib/scoring/evaluation/longest-way";
import { StepBudget } from "~/lib/scoring/evaluation/step-budget";
import { randomOf } from "../../scripts/demo/random";
import { cylinder, flightResultOf, line, outAndReturn, place, point } from "../support/flown";
import { expectNear, lands, towed } from "../support/racing-flight";

/*
 * Two areas of 20 km, 60 km north and 60 km north-east of the airfield, and a ring of 3 km. Flights leave at 10:01:00 UTC and
 * cross the line at 10:07:40 at 25 m/s, as in the tests of racing tasks.
 */
const area = (north: number, east: number) => point(place(north, east), cylinder(20_000), "Oblast");
const task = outAndReturn({
	kind: "AAT",
	taskTimeS: 9000,
	points: [
		point(place(0), line(10_000), "Start"),
		area(60_000, 0),
		area(42_426, 42_426),
		point(place(0), cylinder(3000), "Cil"),
	],
});

test("a finisher: the longest way through one fix of each area, and at least the task time", () => {
	// North to 70 km, within the first area; south-east to 49.497/49.497 km, 70 km from the airfield; home.
	const hops = [
		...towed,
		{ to: place(70_000) },
		{ to: place(49_497, 49_497) },
		{ to: place(0), height: 100 },
		lands(-300),
	];
	const result = flightResultOf(task, { hops });
	// 70 km, the side between two points 70 km away and 45° apart, 2·70·sin 22.5° = 53.576 km, and 70 − 3 km.
	expect(result.status).toBe("finished");
	expectNear(result.distanceM, 190_576, 100);
	// 190.6 km at 25 m/s are 7623 s: the task time counts.
	expect(result.timeS).toBe(9000);
	const [first, second] = result.reached;
	expectNear(first?.credited?.latitude, place(70_000).latitude, 0.002);
	expectNear(second?.credited?.longitude, place(49_497, 49_497).longitude, 0.002);
	const shorter = flightResultOf({ ...task, taskTimeS: 7200 }, { hops });
	// The flights of these tests measure their ways on a flat earth.
	expectNear(shorter.timeS, 7623, 15);
});

test("out on the last leg: through the credited fixes, less the distance to the finish point", () => {
	const hops = [...towed, { to: place(70_000) }, { to: place(49_497, 49_497) }, lands(14_142, 14_142)];
	// 70 + 53.576 + 70 km, less the last 20 km: the radius of the ring comes off a finisher only.
	const { status, distanceM } = flightResultOf(task, { hops });
	expect(status).toBe("out");
	expectNear(distanceM, 173_576, 80);
});

test("out before the next area: towards its nearest point", () => {
	// From the first area 10 km on towards the second, whose nearest point is on the straight line to its centre.
	const out = { north: 70_000, east: 0 };
	const centre = { north: 42_426, east: 42_426 };
	const whole = Math.hypot(centre.north - out.north, centre.east - out.east);
	const towards = (metres: number) =>
		place(
			out.north + ((centre.north - out.north) * metres) / whole,
			out.east + ((centre.east - out.east) * metres) / whole,
		);
	const hops = [...towed, { to: place(70_000) }, { to: towards(10_000), height: 0, stay: 120 }];
	const { status, distanceM } = flightResultOf(task, { hops });
	expect(status).toBe("out");
	// 70 + 10 km: what is left to the area comes off the way to it.
	expectNear(distanceM, 80_000, 120);
	// Before the first area: 30 km straight towards it.
	const early = flightResultOf(task, { hops: [...towed, lands(30_000)] });
	expectNear(early.distanceM, 30_000, 80);
});

test("out: the fix that scores best, however short the visit was", () => {
	// To and fro between 28 and 30 km, for half a minute beyond, and back to a field.
	const toAndFro = Array.from({ length: 20 }, (_, turn) => ({ to: place(turn % 2 === 0 ? 30_000 : 28_000) }));
	const hops = [...towed, ...toAndFro, { to: place(30_200) }, { to: place(28_000) }, lands(20_000)];
	expectNear(flightResultOf(task, { hops }).distanceM, 30_200, 80);
});

describe("the longest way is the longest that trying all finds, to 20 m", () => {
	interface Search {
		readonly track: PlaneTrack;
		readonly begin: PlanePoint;
		readonly areas: readonly Int32Array[];
		readonly ends: Ends;
	}

	const between = (first: number, end: number) =>
		Int32Array.from({ length: end - first }, (_, n) => first + n);

	const finishAt = ({ east, north }: PlanePoint): Ends => ({
		fixes: Int32Array.of(100_000),
		east: Float64Array.of(east),
		north: Float64Array.of(north),
		rest: Float64Array.of(0),
	});

	/** The fixes from one on, each with the nearest place of a circle of 3 km far beyond. */
	function outFrom(first: number, { east, north }: PlaneTrack): Ends {
		const fixes = between(first, east.length);
		const targets = Array.from(fixes, (fix) => {
			const [x, y] = [(east[fix] ?? 0) - 20_000, (north[fix] ?? 0) + 30_000];
			const share = 3_000 / Math.hypot(x, y);
			return { east: 20_000 + x * share, north: -30_000 + y * share, rest: Math.hypot(x, y) - 3_000 };
		});
		const all = (name: "east" | "north" | "rest") => Float64Array.from(targets, (target) => target[name]);
		return { fixes, east: all("east"), north: all("north"), rest: all("rest") };
	}

	const metres = (one: PlanePoint, other: PlanePoint) =>
		Math.hypot(one.east - other.east, one.north - other.north);
	const placeOf = ({ east, north }: PlaneTrack, index: number) => ({
		east: east[index] ?? 0,
		north: north[index] ?? 0,
	});

	/** Tries every way through one fix of each area, in order of time. */
	function longestOfAll({ track, begin, areas, ends }: Search): number {
		let ways = [{ fix: 0, place: begin, length: 0 }];
		const longestTo = (fix: number, place: PlanePoint) =>
			ways.reduce(
				(most, way) => (way.fix <= fix ? Math.max(most, way.length + metres(way.place, place)) : most),
				Number.NEGATIVE_INFINITY,
			);
		for (const area of areas)
			ways = Array.from(area, (fix) => {
				const place = placeOf(track, fix);
				return { fix, place, length: longestTo(fix, place) };
			});
		return Math.max(
			...ends.rest.map((rest, end) => longestTo(ends.fixes[end] ?? 0, placeOf(ends, end)) - rest),
		);
	}

	/** The metres of a way, which leads through one fix of each area in order of time. */
	function lengthOf(way: readonly number[], { track, begin, areas, ends }: Search): number {
		expect(way.toSorted((a, b) => a - b)).toEqual(way);
		const credited = way.slice(0, -1);
		expect(credited.map((fix, area) => areas[area]?.includes(fix))).toEqual(areas.map(() => true));
		const end = ends.fixes.indexOf(way.at(-1) ?? -1);
		const places = [begin, ...credited.map((fix) => placeOf(track, fix)), placeOf(ends, end)];
		const legs = places.slice(1).map((to, index) => metres(places[index] ?? to, to));
		return legs.reduce((sum, leg) => sum + leg, -(ends.rest[end] ?? 0));
	}

	function expectLongest({ areas, ...search }: Search): void {
		const way = longestWay({ ...search, most: 150_000, budget: new StepBudget() }, areas);
		const missed = longestOfAll({ ...search, areas }) - lengthOf(way, { ...search, areas });
		expect(missed).toBeGreaterThan(-0.001);
		expect(missed).toBeLessThan(20);
	}

	test("past a sharp turn after a leg that is not quite straight", () => {
		// To the south and on to the west, a fix a second at 28 m/s, up to some metres beside the line; the turn is the 38th of its block.
		const random = randomOf("turn 304");
		const [east, north] = [new Float64Array(256), new Float64Array(256)];
		let beside = 0;
		for (let fix = 0; fix < 256; fix++) {
			const along = Math.abs(fix - 166) * 28;
			beside += 2 * (random.next() - 0.5);
			east[fix] = (fix < 166 ? 0 : -along) + beside;
			north[fix] = (fix < 166 ? along : 0.04 * along) + beside;
		}
		const begin = { east: -9600, north: 40_000 };
		expectLongest({ track: { east, north }, begin, areas: [between(0, 256)], ends: finishAt(begin) });
	});

	test("on a track that wanders over two areas", () => {
		let seed = 7;
		const random = () => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed / 2_147_483_647;
		};
		const count = 600;
		const [east, north] = [new Float64Array(count), new Float64Array(count)];
		for (let fix = 1; fix < count; fix++) {
			east[fix] = (east[fix - 1] ?? 0) + (random() - 0.5) * 400;
			north[fix] = (north[fix - 1] ?? 0) + (random() - 0.5) * 400;
		}
		const track = { east, north };
		const begin = { east: 0, north: 0 };
		// They overlap from 250 to 350.
		const areas = [between(50, 350), between(250, 550)];
		expectLongest({ track, begin, areas, ends: finishAt(begin) });
		expectLongest({ track, begin, areas, ends: outFrom(260, track) });
	});

	/** Glides of 60 fixes with a circle of 26 s after each, and back again after some of them. */
	function glides(name: string, count: number, turnsBackAfter: number): PlaneTrack {
		const random = randomOf(name);
		const [east, north] = [new Float64Array(count), new Float64Array(count)];
		let [x, y, heading] = [0, 0, 0.3];
		for (let fix = 0; fix < count; fix++) {
			const isCircling = fix % 90 > 60;
			const isBack = fix % turnsBackAfter === turnsBackAfter - 1;
			heading += isCircling ? 0.24 : (random.next() - 0.5) / 8 + (isBack ? Math.PI : 0);
			[x, y] = [x + 25 * Math.sin(heading), y + 25 * Math.cos(heading)];
			[east[fix], north[fix]] = [x, y];
		}
		return { east, north };
	}

	test("in an overlap of three areas, out and back again", () => {
		const track = glides("overlap", 900, 450);
		const begin = { east: 0, north: -5000 };
		const areas = [between(0, 800), between(50, 900), between(20, 870)];
		expectLongest({ track, begin, areas, ends: finishAt({ east: 0, north: -6000 }) });
		expectLongest({ track, begin, areas, ends: outFrom(100, track) });
	});

	test.each(Array.from({ length: 12 }, (_, number) => number))(
		"on flight %i over two to four areas",
		(number) => {
			const random = randomOf(`areas ${number}`);
			const count = 1_000;
			const track = glides(`flight ${number}`, count, random.integer(100, 700));
			// An area is left and entered again, or has a single fix.
			const areas = Array.from({ length: random.integer(2, 4) }, (_, area) => {
				const first = random.integer(area * 120, area * 120 + 119);
				const [left, entered] = [random.integer(first, 700), random.integer(700, 900)];
				const isShort = random.integer(1, 8) === 1;
				return isShort
					? Int32Array.of(first)
					: Int32Array.from([...between(first, left + 1), ...between(entered, count)]);
			});
			const place = () => ({ east: random.integer(-20_000, 20_000), north: random.integer(-20_000, 20_000) });
			const begin = place();
			expectLongest({ track, begin, areas, ends: finishAt(place()) });
			expectLongest({ track, begin, areas, ends: outFrom(areas.at(-1)?.[0] ?? 0, track) });
		},
	);
});
