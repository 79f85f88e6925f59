import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kindOfAirspace } from "~/lib/tasks/airspace/airspace";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";

/* Airspace files as they come. Each kind of them has its variants, as files of the same kind are not of the same letters. */

const field = (name: string) =>
	readOpenAir(readFileSync(new URL(`../fixtures/field/${name}`, import.meta.url), "utf8"));
const square = [
	"DP 49:30:00 N 015:30:00 E",
	"DP 49:30:00 N 015:50:00 E",
	"DP 49:45:00 N 015:50:00 E",
	"DP 49:45:00 N 015:30:00 E",
];
const outline = [49.5, 15.5, 49.5, 15.833333, 49.75, 15.833333, 49.75, 15.5];
const head = ["AC R", "AN Les", "AL GND", "AH FL 95"];
const read = (...lines: string[]) => readOpenAir(lines.join("\n"));
const centre = "V X=49:30:00 N 015:30:00 E";

test("airspace-types.txt: 1 to 5 are controlled, restricted, open, restricted, controlled", () => {
	const { airspaces, complaints } = field("airspace-types.txt");
	expect(complaints).toEqual([]);
	const kinds = ["controlled", "restricted", "open", "restricted", "controlled"];
	expect(airspaces.map(kindOfAirspace)).toEqual(kinds);
});

test("airspace-remarks.txt: 2 spaces", () => {
	const { airspaces, complaints } = field("airspace-remarks.txt");
	expect([airspaces.length, complaints]).toEqual([2, []]);
	for (const space of airspaces) expect(space.outline).toEqual(outline);
});

test("airspace-seconds-60.txt: 1 space, with a corner at 49.5, 15.5", () => {
	const { airspaces, complaints } = field("airspace-seconds-60.txt");
	expect([airspaces.length, complaints]).toEqual([1, []]);
	expect(airspaces[0]?.outline.slice(0, 2)).toEqual([49.5, 15.5]);
});

test("airspace-heights.txt: FL 65, UNL, UNL, 609.6 m, 1,371.6 m MSL, FL 95", () => {
	const { airspaces, complaints } = field("airspace-heights.txt");
	expect(complaints).toEqual([]);
	expect(airspaces.map(({ ceiling }) => [ceiling.reference, ceiling.value])).toEqual([
		["FL", 65],
		["UNL", 0],
		["UNL", 0],
		["MSL", 609.6],
		["MSL", 1371.6],
		["FL", 95],
	]);
});

test("airspace-activation-lines.txt: 51 spaces and no complaint", () => {
	const { airspaces, complaints } = field("airspace-activation-lines.txt");
	expect([airspaces.length, complaints]).toEqual([51, []]);
});

test("airspace-pens.txt: 1 space and no complaint", () => {
	const { airspaces, complaints } = field("airspace-pens.txt");
	expect([airspaces.map(({ name }) => name), complaints]).toEqual([["Real one"], []]);
});

test("airspace-uneven-arc.txt: 1 space, with a note", () => {
	const { airspaces, complaints } = field("airspace-uneven-arc.txt");
	expect(airspaces).toHaveLength(1);
	expect(complaints).toEqual([{ line: 8, complaint: "task.file.unevenArc?text=Uneven" }]);
});

describe("a remark", () => {
	test.each(["* x", "*x", "; x", ";x", " ;; x ; y", "\t*\t", "*", ";", " then along the river", " (corner)"])(
		'"%s" behind any line but a name loses no space',
		(remark) => {
			const lines = [...head, ...square, centre, "V D=+", "DA 1, 90, 180", `DB ${dbEnds}`];
			const { airspaces: plain } = read(...lines);
			expect(plain).toHaveLength(1);
			const isWord = /^ [t(]/.test(remark);
			const remarked = lines.map((line) => (/^A[CN]/.test(line) && isWord ? line : line + remark));
			const { airspaces, complaints } = read(
				...remarked.map((line) => (line.startsWith("AN") ? "AN Les" : line)),
			);
			expect([airspaces, complaints]).toEqual([plain, []]);
		},
	);
	const dbEnds = "49:30:00 N 015:31:00 E, 49:30:00 N 015:29:00 E";

	test("in a name begins at a star alone", () => {
		const names = ["AN Les; u lomu", "AN Les* u lomu", "AN Les *u lomu"].map(
			(name) => read("AC R", name, "AL GND", "AH FL 95", ...square).airspaces[0]?.name,
		);
		expect(names).toEqual(["Les; u lomu", "Les", "Les"]);
	});

	test("takes a line of its own, and one that is longer than any line", () => {
		const long = `DP 49:45:00 N 015:40:00 E ; ${"x".repeat(5_000)}`;
		const { airspaces, complaints } = read(
			"; prostory",
			"# x",
			`* ${"x".repeat(5_000)}`,
			...head,
			...square,
			long,
		);
		expect([airspaces.length, airspaces[0]?.outline.length, complaints]).toEqual([1, 10, []]);
	});
});

describe("60", () => {
	test.each([
		["49:29:60 N 015:30:00 E", 49.5, 15.5],
		["49:60:00 N 015:59:60.0 E", 50, 16],
		["49:60.000N 014:60.0E", 50, 15],
		["49:59:60.00 S 179:59:60 W", -50, -180],
		["89:59:60 N 000:00:60 E", 90, 0.016667],
	])("%s is the next minute or degree", (position, latitude, longitude) => {
		const { airspaces } = read(...head, `DP ${position}`, ...square);
		expect(airspaces[0]?.outline.slice(0, 2)).toEqual([latitude, longitude]);
	});

	test.each([
		"49:29:61 N 015:30:00 E",
		"49:61:00 N 015:30:00 E",
		"49:60.1N 015:30.0E",
		"90:00:60 N 015:30:00 E",
	])("%s is no position", (position) => {
		const { airspaces, complaints } = read(...head, `DP ${position}`, ...square);
		expect([airspaces, complaints.length]).toEqual([[], 1]);
	});
});

test("lines that shape no space are passed over, however many", () => {
	const passed = [
		...[
			"AA 2025-07-15T08:00Z/NONE",
			"AF 120.155",
			"AG Podhora Radar",
			"AX 7000",
			"AR 120.155",
			"AW MON.08:00L-16:59L",
		],
		...[
			"AI b3836bab",
			"AT 49:30:00 N 015:30:00 E",
			"SP 0,1,0,0,255",
			"SB -1,-1,-1",
			"V Z=100",
			"V T=1",
			"V W=5",
		],
		...["TP 7000", "AD x", "V Z=100 * zoom"],
	];
	const many = Array.from({ length: 2_000 }, (_, index) => passed[index % passed.length] ?? "");
	const plain = read(...head, ...square);
	for (const lines of [
		[...many, ...head, ...square],
		[...head, ...many, ...square],
		[...head, ...square, ...many],
		[...head.slice(0, 1), ...many, ...head.slice(1), ...square],
	])
		expect(read(...lines)).toEqual(plain);
});

test.each([
	["AC Q", "SP 0,2,127,0,127", "SB -1,-1,-1"],
	["AC CTR", "V Z=100"],
	["AC GSEC", "AY GSEC"],
	["AC D * pens", "SP 0,1,0,0,255", "AC Q"],
])("a class with its pens is no space: %s, %s", (...pens) => {
	const plain = read(...head, ...square);
	expect(read(...pens, ...head, ...square)).toEqual(plain);
	expect(read(...head, ...square, ...pens)).toEqual(plain);
});

describe("arcs and circles", () => {
	test.each(["5 NM", "5NM", "5 nm", "5,0", "5.0 * x", "5 NM radius", "5 (circle)", "5.000"])(
		"DC %s",
		(radius) => {
			const { airspaces, complaints } = read(...head, centre, `DC ${radius}`);
			expect([airspaces, complaints]).toEqual([read(...head, centre, "DC 5").airspaces, []]);
		},
	);
	test("DC 5,4 is DC 5.4", () => {
		expect(read(...head, centre, "DC 5,4")).toEqual(read(...head, centre, "DC 5.4"));
		expect(read(...head, centre, "DC 5,4").airspaces).toHaveLength(1);
	});
	test.each(["5 km", "5 m", "5000 ft", "5 6", "5.4.1", "five", ""])("DC %s is not guessed", (radius) => {
		const { airspaces, complaints } = read(...head, centre, `DC ${radius}`);
		expect([airspaces, complaints.map(({ line }) => line)]).toEqual([[], [6]]);
	});
	test.each([
		"5, 90, 180",
		"5,90,180",
		"5 90 180",
		"5.0 NM, 90, 180",
		"5,0, 90, 180",
		"5, 90, 180 arc",
		"5,90,180 ;x",
	])("DA %s", (arc) => {
		const plain = read(...head, centre, "DA 5, 90, 180", ...square.slice(0, 1));
		expect(plain.airspaces).toHaveLength(1);
		expect(read(...head, centre, `DA ${arc}`, ...square.slice(0, 1))).toEqual(plain);
	});
	test.each(["V D=-5", "V D=- left", "V D=-;x", "V  D = -", "VD=-", "v d=-1 *x"])(
		"%s turns left",
		(direction) => {
			const left = read(...head, centre, "V D=-", "DA 5, 90, 180", ...square.slice(0, 1));
			const right = read(...head, centre, "DA 5, 90, 180", ...square.slice(0, 1));
			expect(left.airspaces).not.toEqual(right.airspaces);
			expect(read(...head, centre, direction, "DA 5, 90, 180", ...square.slice(0, 1))).toEqual(left);
		},
	);
	test("V D=+5 turns right, words behind it or not", () => {
		const right = read(...head, centre, "DA 5, 90, 180", ...square.slice(0, 1));
		for (const direction of ["V D=+5", "V D=+ clockwise"])
			expect(read(...head, centre, direction, "DA 5, 90, 180", ...square.slice(0, 1))).toEqual(right);
	});
});

describe("a message", () => {
	test("names the space that is missing once, with the first line that cannot be read", () => {
		const bad = ["AC D", "AN MCTR Čáslav", "AL GND", "AH FL 95", "DP 49:30:00 N", "DP x"];
		const { airspaces, complaints } = read(...bad, ...head, ...square);
		expect(airspaces).toHaveLength(1);
		const [text, space] = ["49:30:00 N", "MCTR Čáslav"].map(encodeURIComponent);
		expect(complaints).toEqual([{ line: 5, complaint: `task.file.position?text=${text}&space=${space}` }]);
	});

	test("names a space without a name by its class", () => {
		const { complaints } = read("AC CTR", "AL GND", "AH high", ...square);
		expect(complaints).toEqual([{ line: 3, complaint: "task.file.limit?text=high&space=CTR" }]);
	});

	test("about a missing space is not hidden by a thousand lines that nobody knows", () => {
		const noise = Array.from({ length: 1_500 }, () => "TYPE restricted");
		const { airspaces, complaints } = read(...noise, ...head, ...square, "AC P", "AN Lom", ...square);
		expect(airspaces).toHaveLength(1);
		expect(complaints).toHaveLength(100);
		expect(complaints).toContainEqual({ line: 1_509, complaint: "task.file.noLimits?text=Lom" });
		expect(complaints.at(-1)).toEqual({ line: null, complaint: "task.file.more?count=1402" });
	});

	test("cuts a name over 100 characters, and refuses nothing for it", () => {
		const named = (name: string) => read("AC R", `AN ${name}`, "AL GND", "AH FL 95", ...square);
		for (const length of [99, 100, 101, 399, 401, 5_000]) {
			const { airspaces, complaints } = named("x".repeat(length));
			expect([airspaces[0]?.name, complaints]).toEqual(["x".repeat(Math.min(length, 100)), []]);
		}
		// No half of a character stays.
		expect(named(`${"x".repeat(99)}\u{1f6a9}`).airspaces[0]?.name).toBe("x".repeat(99));
	});
});

describe("a file", () => {
	const good = [...head, ...square];
	test("with one readable space is read, however many cannot be", () => {
		const bad = Array.from({ length: 1_900 }, (_, index) => [
			"AC R",
			`AN Les ${index}`,
			"AL high",
			"AH FL 95",
			...square,
		]);
		for (const lines of [
			[...bad.flat(), ...good],
			[...good, ...bad.flat()],
		]) {
			const { airspaces, complaints } = read(...lines);
			expect([airspaces.length, complaints.length]).toEqual([1, 100]);
		}
	});
	test.each([
		["10,000 activations", Array.from({ length: 10_000 }, () => "AA NONE")],
		["pens alone", ["AC Q", "SP 0,2,127,0,127", "AC R", "SB -1,-1,-1"]],
		["remarks alone", ["* AC R", "; AN Les", "# x"]],
		[
			"2,000 spaces of which none can be read",
			Array.from({ length: 2_000 }, () => ["AC R", "AN Les", "AL x"]).flat(),
		],
	])("of %s is no airspace file", (_, lines) => {
		expect(read(...lines)).toEqual({
			airspaces: [],
			complaints: [{ line: null, complaint: "task.file.notOpenAir" }],
		});
	});
	test("in which none of a few spaces can be read says why", () => {
		expect(read("AC R", "AN Les", "AL x", "AH FL 95", ...square)).toEqual({
			airspaces: [],
			complaints: [{ line: 3, complaint: "task.file.limit?text=x&space=Les" }],
		});
	});
	test("of 10,000 activations in a space is that space", () => {
		const plain = read(...good);
		const lines = Array.from({ length: 10_000 }, () => "AA 2025-07-15T08:00Z/2025-07-15T16:00Z");
		expect(read(...head, ...lines, ...square)).toEqual(plain);
	});
	test("with one odd byte in a position loses that space alone", () => {
		const { airspaces, complaints } = read(
			...good,
			...head,
			square[0] ?? "",
			"DP 49:3\ufffd:00 N 015:50:00 E",
			...square,
		);
		expect([airspaces.length, complaints.map(({ line }) => line)]).toEqual([1, [14]]);
	});
});
