import { expect, test } from "vitest";
import { readGliderTypesCsv } from "~/lib/entries/import-glider-types.server";

const CLASS_TYPES = ["club", "18_meter"];
const read = (text: string) => readGliderTypesCsv(text, CLASS_TYPES);

test("glider types are read with a decimal point or comma", () => {
	expect(read("name,index,competitionClassType\nLS 4,105.2,club\n")).toEqual({
		ok: true,
		gliderTypes: [{ line: 2, name: "LS 4", index: 105.2, competitionClassType: "club" }],
	});
	expect(read("competitionClassType;index;name\r\n18_meter;118,5;ASG 29")).toMatchObject({
		gliderTypes: [{ name: "ASG 29", index: 118.5, competitionClassType: "18_meter" }],
	});
});

test("a file with a decimal point and a decimal comma is one finding, with the line that contradicts those before", () => {
	const rows = ["LS 4;98.5;club", "LS 8;108;18_meter", "ASG 29;118,5;18_meter", "ASW 20;abc;club"];
	expect(read(["name;index;competitionClassType", ...rows].join("\n"))).toEqual({
		ok: false,
		errors: [{ line: 4, reason: "separators" }],
	});
});

test("the same name may stand in both class types", () => {
	expect(read("name,index,competitionClassType\nLS 8,108,club\nLS 8,108,18_meter")).toMatchObject({
		ok: true,
	});
});

test("every bad row is listed with its line", () => {
	const rows = [
		",100,club",
		`${"x".repeat(101)},100,club`,
		"A,abc,club",
		"B,1.05,club",
		"C,100,open",
		"D,100,club,more",
		"LS 4,100,club",
		"ls 4,101,club",
	];
	expect(read(["name,index,competitionClassType", ...rows].join("\n"))).toEqual({
		ok: false,
		errors: [
			{ line: 2, reason: "nameMissing" },
			{ line: 3, reason: "nameTooLong" },
			{ line: 4, reason: "index" },
			{ line: 5, reason: "index" },
			{ line: 6, reason: "unknownClassType" },
			{ line: 7, reason: "tooManyCells" },
			{ line: 9, reason: "duplicate" },
		],
	});
});

test("a file without all three columns or without rows is refused", () => {
	expect(read("name,index\nA,100")).toEqual({ ok: false, errors: [{ line: 1, reason: "missingColumn" }] });
	expect(read("name,index,competitionClassType")).toEqual({
		ok: false,
		errors: [{ line: 1, reason: "empty" }],
	});
});
