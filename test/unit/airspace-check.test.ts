import { expect, test } from "vitest";
import { Terrain } from "~/lib/maps/terrain/terrain";
import { withAirspace } from "~/lib/scoring/airspace/airspace-findings";
import { checkFlight } from "~/lib/scoring/airspace/check-flight";
import { evaluateFlight } from "~/lib/scoring/evaluation/evaluate-flight";
import type { Airspace, AirspaceLimit, Task } from "~db/schema";
import { airfield, type FlownOptions, flown, flyingDate, outAndReturn, place, utc } from "../support/flown";
import { expectNear } from "../support/racing-flight";

/*
 * The flight of scoring-race.test.ts: at 25 m/s it crosses the line at the airfield at 10:07:40 and flies 100 km due north
 * and back, 1,000 m above the field of 500 m. The recorder shows 50 m less, as its zero is the standard pressure.
 */
const hops = [
	{ to: place(-400), height: 0 },
	{ to: place(-5000) },
	{ to: place(100_000) },
	{ to: place(10_000) },
	{ to: place(0), height: 100 },
	{ to: place(-300), height: 0, stay: 120 },
];

const ground: AirspaceLimit = { reference: "GND", value: 0 };
const unlimited: AirspaceLimit = { reference: "UNL", value: 0 };

/** Across the way of the flight, from 20 to 30 km north. @param west metres, negative */
function space(
	floor: AirspaceLimit,
	ceiling: AirspaceLimit,
	{ west = -1000, airspaceClass = "R" } = {},
): Airspace {
	const corners = [place(20_000, west), place(30_000, west), place(30_000, 9000), place(20_000, 9000)];
	const outline = corners.flatMap(({ latitude, longitude }) => [latitude, longitude]);
	return { name: "LKR 1", airspaceClass, floor, ceiling, outline };
}

interface Checked extends Partial<FlownOptions> {
	readonly qnhHpa?: number | null;
	readonly inactiveAirspace?: readonly string[];
	readonly terrain?: Terrain | null;
}

function check(
	airspaces: Airspace | readonly Airspace[],
	{ qnhHpa = null, inactiveAirspace = [], terrain = null, ...options }: Checked = {},
) {
	const task: Task = outAndReturn();
	const day = {
		task: { ...task, briefing: { ...task.briefing, qnhHpa, inactiveAirspace } },
		date: flyingDate,
		airfield,
		terrain,
	};
	const flight = flown({ hops, ...options });
	return checkFlight([airspaces].flat(), day, { flight, result: evaluateFlight(day, flight) });
}

test("a flight through an airspace and back: entry, exit, metres from the edge, and the distance of one who is out there", () => {
	const [out, back, ...others] = check(space(ground, unlimited));
	// 20 and 30 km at 25 m/s after 10:07:40. The edge to the west is 1 km away all the time, ends and the east are farther.
	expectNear(out?.from, utc("10:21:00"), 1000);
	expectNear(out?.until, utc("10:27:40"), 1000);
	expectNear(out?.depthM, 1000, 5);
	expect(out).toMatchObject({ name: "LKR 1", judged: true, verticalM: null });
	expectNear(out?.outDistanceM, 20_000, 110);
	// 170 km at 25 m/s. Who is out on the last leg has the whole 200 km less the 30 km that are missing.
	expectNear(back?.from, utc("12:01:00"), 1000);
	expectNear(back?.outDistanceM, 170_000, 110);
	expect(others).toEqual([]);
});

test("inside of the buffer, a penalty of a point a metre is proposed, and nobody is out", () => {
	const [entry] = check(space(ground, unlimited, { west: -60 }));
	expect(entry?.outDistanceM).toBeNull();
	const result = evaluateFlight({ task: outAndReturn(), date: flyingDate, airfield }, flown({ hops }));
	const { findings } = withAirspace(result, entry ? [entry] : [], []);
	expect(findings).toMatchObject([
		{ kind: "airspace", at: entry?.from, value: entry?.depthM, proposedPoints: entry?.depthM },
	]);
	expectNear(findings[0]?.value, 60, 3);
	// The briefing names the space in its own way.
	expect(withAirspace(result, entry ? [entry] : [], [" lkr  1 "]).findings).toEqual([]);
});

test.each([
	// 1,450 m by the standard pressure, FL 45 are 1,371.6 m.
	["a flight level", { reference: "FL", value: 45 }, null, 78],
	["a flight level, whatever the pressure of the day", { reference: "FL", value: 45 }, 1003.25, 78],
	["metres above sea level", { reference: "MSL", value: 1420 }, null, 80],
	// Ten hectopascals more are 82.9 m more: 1,532.9 m.
	["metres above sea level, by the pressure of the day", { reference: "MSL", value: 1420 }, 1023.25, 113],
] as const)("a floor in %s", (_, floor, qnhHpa, depthM) => {
	const [entry] = check(space(floor, unlimited), { qnhHpa });
	expectNear(entry?.depthM, depthM, 2);
	expectNear(entry?.verticalM, depthM, 2);
});

test.each([
	["below the floor", space({ reference: "MSL", value: 1510 }, unlimited)],
	["above the ceiling", space(ground, { reference: "FL", value: 47 })],
	["beside it", space(ground, unlimited, { west: 20 })],
	["in airspace open to gliders", space(ground, unlimited, { airspaceClass: "E" })],
])("a flight %s is no intrusion", (_, airspace) => {
	expect(check(airspace)).toEqual([]);
});

const aboveGround = (value: number): AirspaceLimit => ({ reference: "AGL", value });

test("a space whose floor or ceiling is above ground is not judged where no ground is known, however high it may be", () => {
	// 1,000 m above the field is 200 m above a mountain, and 1,300 m above a valley.
	for (const [floor, ceiling] of [
		[aboveGround(300), unlimited],
		[aboveGround(1200), unlimited],
		[ground, aboveGround(1200)],
		[ground, aboveGround(300)],
	] as const) {
		const [entry] = check(space(floor, ceiling));
		expect(entry).toMatchObject({ name: "LKR 1", judged: false, outDistanceM: null });
	}
	expect(check(space(aboveGround(300), { reference: "FL", value: 47 }))).toEqual([]);
});

/** The ground of the flight's square degree: a height by metres north of the airfield. */
function groundOf(heightAt: (north: number) => number): Terrain {
	const [rows, columns] = [401, 11];
	const heights = Int16Array.from({ length: rows * columns }, (_, index) => {
		const south = Math.floor(index / columns) / (rows - 1);
		return Math.round(heightAt((50 - south - airfield.latitude) * 111_230));
	});
	return new Terrain(new Map([["N49E015", { source: "srtm", tile: { rows, columns, heights } }]]));
}

test("a floor above ground is where the ground has it: over a valley it is not reached, over a hill it is", () => {
	// 1,500 m above the sea, over 700 m: 800 m above ground.
	const flat = groundOf(() => 700);
	const [entry] = check(space(aboveGround(760), unlimited), { terrain: flat });
	expect(entry).toMatchObject({ judged: true });
	expectNear(entry?.depthM, 40, 2);
	expectNear(entry?.verticalM, 40, 2);
	expect(check(space(aboveGround(840), unlimited), { terrain: flat })).toEqual([]);
	expect(check(space(ground, aboveGround(760)), { terrain: flat })).toEqual([]);
	expectNear(check(space(ground, aboveGround(840)), { terrain: flat })[0]?.verticalM, 40, 2);
	// Ten hectopascals more make the glider 82.9 m higher than the recorder shows: 1,533 m.
	expectNear(check(space(aboveGround(760), unlimited), { terrain: flat, qnhHpa: 1023.25 })[0]?.depthM, 73, 2);
});

test("a floor that rises with the ground is left where the ground falls away", () => {
	// From 800 m at 20 km the ground falls by 40 m a kilometre; 1,500 m are 750 m above it after 1,250 m.
	const falling = groundOf((north) => 800 - 0.04 * (north - 20_000));
	const [entry, , ...others] = check(space(ground, aboveGround(750)), { terrain: falling });
	expect(others).toEqual([]);
	expectNear(entry?.from, utc("10:21:00"), 1000);
	expectNear(entry?.until, utc("10:21:00") + (1250 / 25) * 1000, 3000);
	// As far from the edge as from the ceiling.
	expectNear(entry?.depthM, 50 / 1.04, 3);
});

test("ground that is unknown below one part of the flight leaves the spaces there unjudged, and no others", () => {
	// The next square degree to the north begins at 55.6 km.
	const corners = [place(50_000, -1000), place(60_000, -1000), place(60_000, 9000), place(50_000, 9000)];
	const outline = corners.flatMap(({ latitude, longitude }) => [latitude, longitude]);
	const beyond = { ...space(aboveGround(760), unlimited), name: "LKR 2", outline };
	const entries = check([space(aboveGround(760), unlimited), beyond], { terrain: groundOf(() => 700) });
	expect(new Set(entries.map(({ name, judged }) => `${name} ${judged}`))).toEqual(
		new Set(["LKR 1 true", "LKR 2 false"]),
	);
});

test("where the recorder was silent for more than a minute, no straight line is presumed", () => {
	const begins = (utc("10:20:00") - utc("10:00:00")) / 1000;
	const silent = (line: string, elapsed: number) =>
		elapsed > begins && elapsed < begins + 600 ? null : line;
	expect(check(space(ground, unlimited), { change: silent })).toHaveLength(1);
});

test("the deepest place of an intrusion may lie between two fixes", () => {
	// A fix every 40 s at 25 m/s is one a kilometre: here at 20.5 and 21.5 km, each 100 m inside.
	const corners = [place(20_400, -5000), place(21_600, -5000), place(21_600, 5000), place(20_400, 5000)];
	const outline = corners.flatMap(({ latitude, longitude }) => [latitude, longitude]);
	const [entry] = check({ ...space(ground, unlimited), outline }, { interval: 40 });
	expectNear(entry?.depthM, 600, 26);
});

test("an edge crossed again within two minutes is one intrusion", () => {
	const zigzag = [-1, 1, -1, 1].map((side, index) => ({ to: place(22_000 + index * 1500, side * 300) }));
	const entries = check(space(ground, unlimited, { west: 0 }), {
		hops: [...hops.slice(0, 2), ...zigzag, { to: place(35_000, -20_000) }, { to: place(0, -20_000) }],
	});
	expect(entries).toHaveLength(1);
	// The farthest corner lies between two fixes, 100 m apart.
	expectNear(entries[0]?.depthM, 300, 30);
});

test("of very many intrusions the deepest are kept, and neither a launch nor inactive spaces hide where one is out", () => {
	const named = (name: string, of: Airspace): Airspace => ({ ...of, name });
	const strip = (north: number, floor: AirspaceLimit) => {
		const corners = [
			place(north, -1000),
			place(north + 200, -1000),
			place(north + 200, 1000),
			place(north, 1000),
		];
		const outline = corners.flatMap(({ latitude, longitude }) => [latitude, longitude]);
		return { ...space(floor, unlimited), outline };
	};
	// Strips 5 s wide, 20 s of flight from each other, are crossed on the way out and back.
	const unjudged = Array.from({ length: 30 }, (_, index) =>
		named(`Pás ${index}`, strip(1000 + index * 500, { reference: "AGL", value: 300 })),
	);
	const around = named("Letiště", strip(-4000, ground));
	const inactive = ["TRA 1", "TRA 2", "TRA 3"].map((name) => named(name, space(ground, unlimited)));
	const spaces = check([...unjudged, around, ...inactive, space(ground, unlimited)], {
		inactiveAirspace: ["tra 1", "tra 2", "tra 3"],
	});
	expect(spaces.length).toBeLessThanOrEqual(20);
	const [out, back, ...others] = spaces.filter(({ name }) => name === "LKR 1");
	expect(others).toEqual([]);
	expectNear(out?.outDistanceM, 20_000, 110);
	expectNear(back?.outDistanceM, 170_000, 110);
	expect(spaces.map(({ from }) => from)).toEqual(spaces.map(({ from }) => from).toSorted((a, b) => a - b));
});
