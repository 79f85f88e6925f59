import { describe, expect, test } from "vitest";
import { isChecked, kindOfAirspace } from "~/lib/tasks/airspace/airspace";
import { decidingCode } from "~/lib/tasks/airspace/airspace-codes";
import { readOpenAir } from "~/lib/tasks/airspace/read-openair";
import { kindsByClass, kindsByOldClass, longNames, typesByKind } from "~test/support/openair-forms";

/* What a space is, by its class and its type. */

const shape = ["AL GND", "AH FL 95", "V X=50:00:00 N 015:00:00 E", "DC 5"];
const read = (...lines: string[]) => readOpenAir(lines.join("\n"));
const kinds = (...lines: string[]) => {
	const { airspaces, complaints } = read(...lines);
	expect(complaints).toEqual([]);
	return airspaces.map(kindOfAirspace);
};
const classes = Object.entries({ ...kindsByClass, ...kindsByOldClass });
const types = Object.entries(typesByKind).flatMap(([kind, codes]) =>
	codes.map((code) => [code, kind] as const),
);

test("the class alone says what a space is", () => {
	for (const [airspaceClass, kind] of classes)
		expect([airspaceClass, ...kinds(`AC ${airspaceClass}`, "AN Les", ...shape)]).toEqual([
			airspaceClass,
			kind,
		]);
});

test("the type decides, whatever the class says; a type that says nothing leaves it to the class", () => {
	for (const [type, kind] of types)
		for (const [airspaceClass, ofClass] of classes) {
			const read = kinds(`AC ${airspaceClass}`, `AY ${type}`, "AN Les", ...shape);
			expect([airspaceClass, type, ...read]).toEqual([
				airspaceClass,
				type,
				kind === "class" ? ofClass : kind,
			]);
		}
});

test.each(Object.entries(longNames))("%s means the same as %s", (name, code) => {
	for (const airspaceClass of ["D", "G", "UNC", "UNCLASSIFIED", "class d"]) {
		const lines = (type: string) => [`AC ${airspaceClass}`, `AY ${type}`, "AN Les", ...shape];
		expect(read(...lines(name))).toEqual(read(...lines(code)));
	}
});

test.each([
	["RESTRICTED", "R"],
	["GLIDING_SECTOR", "GSEC"],
	["UNCLASSIFIED", "UNC"],
	["Class C", "C"],
	["WAVE", "W"],
	["R danger", "R"],
])("the class %s is %s", (name, code) => {
	expect(read(`AC ${name}`, "AN Les", ...shape)).toEqual(read(`AC ${code}`, "AN Les", ...shape));
});

test("flights are checked against restricted and controlled spaces alone", () => {
	const checked = (type: string) => read("AC G", `AY ${type}`, "AN Les", ...shape).airspaces.map(isChecked);
	expect(["R", "TMZ", "GSEC", "WARNING", "FIS"].map((type) => checked(type)[0])).toEqual([
		...[true, true, false, false, false],
	]);
});

test("a space that waits says why, and what it is once it is taken in", () => {
	const { airspaces } = read("AC C", "AY AWY", "AN L 1", ...shape, "AC UNC", "AY ALERT", "AN Les", ...shape);
	expect(airspaces).toMatchObject([{ waits: "code" }, { waits: "code" }]);
	expect(airspaces.map(({ waits: _, ...space }) => kindOfAirspace(space))).toEqual([
		"controlled",
		"restricted",
	]);
});

test("what the class alone says is stored as files have always been, and those in force keep their meaning", () => {
	const [space] = read("AC D", "AY FIR", "AN Les", ...shape, "AC R", "AY R", "AN Lom", ...shape).airspaces;
	expect(Object.keys(space ?? {})).not.toContain("kind");
	const stored = (airspaceClass: string) => kindOfAirspace({ airspaceClass });
	expect(["D", "GSEC", "R", "NOTAM", "GS", "ATZ"].map(stored)).toEqual([
		...["controlled", "open", "restricted", "restricted", "restricted", "restricted"],
	]);
});

test("an edition that checks no RMZ means the type, and the class where no type decides", () => {
	const codes = ["AC D\nAY RMZ", "AC RMZ", "AC D\nAY FIR", "AC D\nAY R"].map((codes) =>
		read(codes, "AN Les", ...shape)
			.airspaces.map(decidingCode)
			.join(),
	);
	expect(codes).toEqual(["RMZ", "RMZ", "D", "R"]);
});

describe("a type before the class", () => {
	const [first, second] = [
		["AN Les", ...shape],
		["AN Lom", ...shape],
	];
	test("belongs to the next space when the one before is complete", () => {
		expect(kinds("AY GSEC", "AC D", ...first, "AY R", "AC G", ...second)).toEqual(["open", "restricted"]);
		expect(kinds("AC D", ...first, "AY GSEC", "AC R", ...second)).toEqual(["controlled", "open"]);
		expect(kinds("AC D", ...first, "AY GSEC", "AN Lom", "AC R", ...shape)).toEqual(["controlled", "open"]);
	});
	test("belongs to the space before when that has no shape yet, or goes on behind it", () => {
		expect(kinds("AC D", "AN Les", "AY GSEC", ...shape, "AC R", ...second)).toEqual(["open", "restricted"]);
		expect(kinds("AC D", "AN Les", "AL GND", "AY GSEC", ...shape.slice(1), "AC R", ...second)).toEqual([
			...["open", "restricted"],
		]);
		const corners = ["DP 50:00N 015:00E", "DP 50:10N 015:00E", "DP 50:10N 015:10E"];
		expect(
			kinds(
				"AC D",
				"AN Les",
				...corners,
				"AY GSEC",
				"DP 50:00N 015:10E",
				"AL GND",
				"AH FL 95",
				"AC R",
				...second,
			),
		).toEqual(["open", "restricted"]);
		expect(kinds("AC D", "AN Les", ...corners, "AY GSEC", "AL GND", "AH FL 95", "AC R", ...second)).toEqual([
			...["open", "restricted"],
		]);
	});
	test("belongs to the next space when the one before is complete but cannot be read", () => {
		const bad = ["AC D", "AN Les", "AL GND", "AH FL 95", "DP x", "DP y", "DP z"];
		expect(read(...bad, "AY GSEC", "AC R", ...second).airspaces.map(kindOfAirspace)).toEqual(["open"]);
	});
	test("behind the last space begins none", () => {
		expect(kinds("AC D", ...first, "AY GSEC")).toEqual(["controlled"]);
	});
});

describe("an activation", () => {
	const waits = (...activations: string[]) =>
		read("AC R", "AN Les", ...activations, ...shape).airspaces.map((space) => space.waits ?? null)[0];
	test.each(["AA NONE", "AA none", "AA NONE ; by NOTAM", "AA NONE* x"])("%s has the space wait", (line) => {
		expect(waits(line)).toBe("notam");
		const behind = read("AC R", "AN Les", ...shape, line, "AC R", "AN Lom", ...shape).airspaces;
		expect(behind.map((space) => space.waits ?? null)).toEqual(["notam", null]);
	});
	test.each([
		[["AA NONE/2025-07-15T08:00Z"]],
		[["AA 2025-07-15T08:00Z/NONE"]],
		[["AA NONE", "AA 2025-07-15T08:00Z/2025-07-15T09:00Z"]],
		[["AA 2025-07-15T08:00Z/2025-07-15T09:00Z", "AA NONE"]],
		[["AA H24"]],
		[[]],
	])("%j does not", (lines) => {
		expect(waits(...lines)).toBeNull();
	});
	test("is no question in an open space", () => {
		expect(kinds("AC UNC", "AY GSEC", "AA NONE", "AN Les", ...shape)).toEqual(["open"]);
	});
});

test("all spaces of a file may be open", () => {
	const fis = ["AC UNC", "AY FIS", "AN FIS", ...shape];
	expect(kinds(...fis, ...fis, ...fis)).toEqual(["open", "open", "open"]);
});

describe("the ends of an arc", () => {
	const far = (share: number) => `50:${(10 * share).toFixed(7)}N 015:00.000E`;
	const arc = (share: number, direction = "+") =>
		read(
			...["AC R", "AN Les", "AL GND", "AH FL 95", "V X=50:00:00 N 015:00:00 E", `V D=${direction}`],
			`DB ${far(1)}, 49:${(60 - 10 * share).toFixed(7)}N 015:00.000E`,
			"DP 50:00:00 N 015:10:00 E",
		);
	test.each([0.99, 1.01, 1.019])("that differ by less than 2 %% (%f) are drawn without a word", (share) => {
		const { airspaces, complaints } = arc(share);
		expect([airspaces.length, complaints]).toEqual([1, []]);
	});
	test.each([0.9, 0.91, 0.97, 1.03, 1.09, 1.1])(
		"that differ by up to 10 %% (%f) are drawn through both, with a note",
		(share) => {
			for (const direction of ["+", "-"]) {
				const { airspaces, complaints } = arc(share, direction);
				expect(complaints).toEqual([{ line: 7, complaint: "task.file.unevenArc?text=Les" }]);
				const outline = airspaces[0]?.outline ?? [];
				expect(outline.slice(0, 2)).toEqual([50.166667, 15]);
				expect(outline.slice(-4, -2)).toEqual([Math.round((50 - share / 6) * 1e6) / 1e6, 15]);
			}
		},
	);
	test.each([0.5, 0.89, 1.11, 1.5])("that differ by more (%f) leave the space out", (share) => {
		const { airspaces, complaints } = arc(share);
		expect([airspaces, complaints.length]).toEqual([[], 1]);
		expect(complaints[0]?.complaint).toMatch(/^task\.file\.arcEnds\?.*&space=Les$/);
	});
});
