import { expect, test } from "vitest";
import { ellipsoidLeg } from "~/lib/maps/geodesy";
import { boxOf, cornersOf } from "~/lib/tasks/airspace/airspace";
import { limitOf, readOpenAir } from "~/lib/tasks/airspace/read-openair";

/* The format is described in docs/formats.md, section 7. */

const square = ["DP 50:00:00 N 015:00:00 E", "DP 50:06:00N 015:00:00E", "DP 50:06.0 N 015:06.0 E"];
const head = ["AC R", "AN Les", "AL GND", "AH 1000 m MSL"];
const read = (...lines: string[]) => readOpenAir(lines.join("\r\n"));

test("a space has class, name, limits and corners; remarks, frequencies and pens are passed over", () => {
	const { airspaces, complaints } = read(
		"* prostory",
		"",
		"AC ctr",
		"AN CTR Pardubice *ověřit",
		"AY CTR",
		"AF 120.155",
		"AG Pardubice TWR",
		"SP 0,1,0,0,255",
		"SB -1,-1,-1",
		"AL GND",
		"AH FL 95",
		...square,
		"DP 50:00:00 N 015:00:00 E",
	);
	expect(complaints).toEqual([]);
	expect(airspaces).toEqual([
		{
			airspaceClass: "CTR",
			name: "CTR Pardubice",
			floor: { reference: "GND", value: 0 },
			ceiling: { reference: "FL", value: 95 },
			// The last corner repeats the first one, and stands for it.
			outline: [50.1, 15, 50.1, 15.1, 50, 15],
		},
	]);
});

test.each([
	["FL 95", "FL", 95],
	["FL095", "FL", 95],
	["1000ft AGL", "AGL", 304.8],
	["1200 m MSL", "MSL", 1200],
	["2500m", "MSL", 2500],
	["5000", "MSL", 1524],
	["MSL 3000 ft", "MSL", 914.4],
	["gnd", "GND", 0],
	["SFC", "GND", 0],
	["0 AGL", "GND", 0],
	["UNL", "UNL", 0],
	["UNLIM", "UNL", 0],
])("the height %s is %s %d", (text, reference, value) => {
	expect(limitOf(text)).toEqual({ reference, value });
});

test("a circle lies within a metre of its radius in nautical miles", () => {
	const centre = { latitude: 50, longitude: 15 };
	const [space] = read(...head, "V X=50:00:00 N 015:00:00 E", "DC 5.4").airspaces;
	const corners = space ? cornersOf(space) : [];
	expect(corners.length).toBeGreaterThan(100);
	for (const [index, corner] of corners.entries()) {
		const next = corners[(index + 1) % corners.length] ?? corner;
		const middle = {
			latitude: (corner.latitude + next.latitude) / 2,
			longitude: (corner.longitude + next.longitude) / 2,
		};
		expect(Math.abs(ellipsoidLeg(centre, corner).distanceM - 5.4 * 1852)).toBeLessThan(0.2);
		expect(5.4 * 1852 - ellipsoidLeg(centre, middle).distanceM).toBeLessThan(1.2);
	}
});

test("an arc goes clockwise from one radial to the other, or the other way round after D=-", () => {
	const arc = (...lines: string[]) => {
		const [space] = read(...head, "V X=50:00:00 N 015:00:00 E", ...lines).airspaces;
		return space ? boxOf(space.outline) : null;
	};
	// From north to east it never comes south of the centre.
	expect(arc("DA 10, 0, 90", "DP 50:00:00 N 015:00:00 E")?.south).toBeCloseTo(50, 3);
	expect(arc("V D=-", "DA 10, 0, 90", "DP 50:00:00 N 015:00:00 E")?.south).toBeCloseTo(49.833, 2);
	// Ten minutes of latitude are 18.54 km.
	const quarter = arc("DB 50:10:00 N 015:00:00 E, 50:00:00 N 015:15:32 E", "DP 50:00:00 N 015:00:00 E");
	expect(quarter).toEqual({ south: 50, west: 15, north: 50.166667, east: 15.258889 });
});

test("the direction of arcs begins anew with each space, the centre stays", () => {
	const { airspaces, complaints } = read(
		...head,
		"V X=50:00:00 N 015:00:00 E",
		"V D=-",
		"DC 1",
		...head,
		"DA 1, 0, 90",
		"DP 50:00:00 N 015:00:00 E",
	);
	expect(complaints).toEqual([]);
	expect(boxOf(airspaces[1]?.outline ?? []).south).toBeCloseTo(50, 4);
});

test.each([
	["AH 3000 fathoms", 4, "task.file.limit?text=3000%20fathoms&space=Les"],
	["DP 91:00:00 N 015:00:00 E", 4, "task.file.position?text=91%3A00%3A00%20N%20015%3A00%3A00%20E&space=Les"],
	["DP 50:00:00 N", 4, "task.file.position?text=50%3A00%3A00%20N&space=Les"],
	["DC 5", 4, "task.file.noCentre?text=5&space=Les"],
	["DA 0, 10, 20", 4, "task.file.arc?text=0%2C%2010%2C%2020&space=Les"],
	["DC 900", 4, "task.file.arc?text=900&space=Les"],
	["DY 50:00:00 N 015:00:00 E", 4, "task.file.shape?text=50%3A00%3A00%20N%20015%3A00%3A00%20E&space=Les"],
	["V D=left", 4, "task.file.direction?text=left&space=Les"],
])("the line %s leaves its space out, and is listed with its name", (line, number, complaint) => {
	const { airspaces, complaints } = read(
		"AC R",
		"AN Les",
		"AL GND",
		line,
		"AH FL 95",
		...square,
		...head,
		...square,
	);
	expect(complaints).toEqual([{ line: number, complaint }]);
	expect(airspaces).toHaveLength(1);
});

test("the ends of an arc must be equally far from its centre", () => {
	const lines = [...head, "V X=50:00:00 N 015:00:00 E", "DB 50:10:00 N 015:00:00 E, 50:05:00 N 015:00:00 E"];
	const { airspaces, complaints } = read(...lines);
	expect(airspaces).toEqual([]);
	expect(complaints.map(({ line, complaint }) => [line, complaint.split("?")[0]])).toEqual([
		[6, "task.file.arcEnds"],
	]);
});

test("a line that says nothing about the shape is listed, and its space is kept", () => {
	const { airspaces, complaints } = read(...head, "TYPE restricted", ...square);
	expect(complaints).toEqual([{ line: 5, complaint: "task.file.unknownLine?text=TYPE%20restricted" }]);
	expect(airspaces).toHaveLength(1);
});

test.each([
	["two corners", [...head, ...square.slice(0, 2)], "noOutline"],
	[
		"more than 5,000 corners",
		[...head, ...Array.from({ length: 2_000 }, () => square).flat()],
		"longOutline",
	],
	["no heights", ["AC R", "AN Les", ...square], "noLimits"],
	[
		"the ceiling below the floor",
		["AC R", "AN Les", "AL 2000 m MSL", "AH 1000 m MSL", ...square],
		"upsideDown",
	],
	["no class", ["AN Les", "AL GND", "AH UNL", ...square], "noClass"],
])("a space with %s is listed with its first line", (_, lines, key) => {
	expect(read("* prostory", ...lines)).toEqual({
		airspaces: [],
		complaints: [{ line: 2, complaint: `task.file.${key}?text=Les` }],
	});
});

test("terrain is passed over until the next space", () => {
	const { airspaces, complaints } = read("TO Jezero", ...square, ...head, ...square);
	expect(complaints).toEqual([{ line: 1, complaint: "task.file.terrain?text=Jezero" }]);
	expect(airspaces).toHaveLength(1);
});

test.each([
	["a page", "<!doctype html><p>AC R</p>", "notOpenAir"],
	["bytes", "AC R\u0000AN Les", "notOpenAir"],
	["a waypoint file", 'name,code,country,lat,lon\n"Les","L",CZ,5000.000N,01500.000E', "notOpenAir"],
	["ten megabytes", "* \n".repeat(3_500_000), "tooManySpaces"],
	[
		"circles without end",
		`AC R\nV X=50:00:00 N 015:00:00 E\n${"DA 500, 0, 0\n".repeat(1_000)}`,
		"tooManySpaces",
	],
])("%s is no airspace file", (_, text, key) => {
	expect(readOpenAir(text)).toEqual({
		airspaces: [],
		complaints: [{ line: null, complaint: `task.file.${key}` }],
	});
});
