import { describe, expect, test } from "vitest";
import type { PlanePoint } from "~/lib/maps/geodesy";
import { longestWays, metresTo, wayTo } from "~/lib/scoring/evaluation/best-path";
import { type Targets, targetsOf } from "~/lib/scoring/evaluation/best-place";
import type { PlaneTrack } from "~/lib/scoring/evaluation/layer-search";
import { promisingFixes } from "~/lib/scoring/evaluation/promising-fixes";
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

test("a sharp turn after a leg that is not quite straight is not passed over", () => {
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
	const start = { east: -9600, north: 40_000 };
	const [layer] = longestWays({ east, north }, [Uint32Array.from(east, (_, fix) => fix)], start);
	const lengths = Array.from(east, (_, fix) => metresTo({ east, north }, fix, start));
	expectNear(Math.max(...(layer?.lengths ?? [])), Math.max(...lengths), 1);
});

test("the way by hulls is the longest of all ways in order of time", () => {
	// A track that wanders over two areas, of a generator with a fixed seed; all pairs are tried beside it.
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
	const indices = (from: number, to: number) =>
		Uint32Array.from({ length: to - from }, (_, index) => from + index);
	// They overlap from 250 to 350.
	const [first, second] = [indices(50, 350), indices(250, 550)];
	const start = { east: 0, north: 0 };
	const [, layer] = longestWays({ east, north }, [first, second], start);
	let longest = 0;
	for (const one of first)
		for (const other of second)
			if (one <= other)
				longest = Math.max(
					longest,
					metresTo({ east, north }, one, start) +
						metresTo({ east, north }, other, { east: east[one] ?? 0, north: north[one] ?? 0 }),
				);
	const best = Math.max(...(layer?.lengths ?? []));
	expectNear(best, longest, 1);
	const way = wayTo(longestWays({ east, north }, [first, second], start), layer?.lengths.indexOf(best) ?? 0);
	expect(way).toHaveLength(2);
	expect(way[0]).toBeLessThanOrEqual(way[1] ?? 0);
});

describe("areas that overlap", () => {
	/** Every way through one fix of each area, in order of time. */
	function waysByTrying(areas: readonly Uint32Array[], track: PlaneTrack, from: PlanePoint) {
		let ways = Array.from(areas[0] ?? [], (fix) => ({ fix, length: metresTo(track, fix, from) }));
		for (const area of areas.slice(1)) {
			ways = Array.from(area, (fix) => {
				const [east, north] = [track.east[fix] ?? 0, track.north[fix] ?? 0];
				const earlier = ways.filter((way) => way.fix <= fix);
				const lengths = earlier.map((way) => way.length + metresTo(track, way.fix, { east, north }));
				return { fix, length: Math.max(...lengths) };
			});
		}
		return ways;
	}

	function longestHome(
		areas: readonly Uint32Array[],
		track: PlaneTrack,
		from: PlanePoint,
		to: PlanePoint,
	): number {
		return Math.max(
			...waysByTrying(areas, track, from).map(({ fix, length }) => length + metresTo(track, fix, to)),
		);
	}

	function longestOut(
		areas: readonly Uint32Array[],
		track: PlaneTrack,
		from: PlanePoint,
		{ first, east, north, rest }: Targets,
	): number {
		const ways = waysByTrying(areas, track, from);
		let longest = 0;
		for (let fix = first; fix < rest.length; fix++) {
			const target = { east: east[fix] ?? 0, north: north[fix] ?? 0 };
			for (const way of ways)
				if (way.fix <= fix)
					longest = Math.max(longest, way.length + metresTo(track, way.fix, target) - (rest[fix] ?? 0));
		}
		return longest;
	}

	test("give the longest way that trying all finds, to 10 cm for each area", () => {
		// Glides of 60 fixes with a circle of 26 s after each, out and back again, as an overlap of three areas is flown.
		const random = randomOf("overlap");
		const [east, north] = [new Float64Array(900), new Float64Array(900)];
		let [x, y, heading] = [0, 0, 0.3];
		for (let fix = 0; fix < 900; fix++) {
			const isCircling = fix % 90 > 60;
			heading += isCircling ? 0.24 : (random.next() - 0.5) / 8 + (fix % 450 === 449 ? Math.PI : 0);
			[x, y] = [x + 25 * Math.sin(heading), y + 25 * Math.cos(heading)];
			[east[fix], north[fix]] = [x, y];
		}
		const track = { east, north };
		const start = { east: 0, north: -5000 };
		const between = (first: number, end: number) =>
			Uint32Array.from({ length: end - first }, (_, n) => first + n);
		const areas = [between(0, 800), between(50, 900), between(20, 870)];
		const last = longestWays(track, areas, start).at(-1);
		const longest = Math.max(...(last?.lengths ?? []));
		expectNear(longest, Math.max(...waysByTrying(areas, track, start).map(({ length }) => length)), 0.3);
		// The way that is named is as long as it says.
		const layers = longestWays(track, areas, start);
		const way = wayTo(layers, (last?.lengths ?? new Float64Array()).indexOf(longest));
		expect(way.toSorted((a, b) => a - b)).toEqual(way);
		// To a finish, fewer fixes come into question; the longest way leads through them.
		const finish = { east: 0, north: -6000 };
		const promising = promisingFixes(track, areas, start, finish);
		expect(promising.flatMap((area) => [...area]).length).toBeLessThan(2000);
		expectNear(longestHome(promising, track, start, finish), longestHome(areas, track, start, finish), 0);
		// So do the ways of one who is out, towards a circle of 3 km far beyond.
		const targets = targetsOf(track, 100, 899, (x, y) => {
			const share = 1 - 3000 / Math.hypot(x - 20_000, y + 30_000);
			return { east: x + (20_000 - x) * share, north: y + (-30_000 - y) * share };
		});
		const promisingOut = promisingFixes(track, areas, start, targets);
		expect(promisingOut.flatMap((area) => [...area]).length).toBeLessThan(2000);
		expectNear(longestOut(promisingOut, track, start, targets), longestOut(areas, track, start, targets), 0);
	});
});
