import { expect, test } from "vitest";
import { decodeText } from "~/lib/csv/csv-reader";
import { matchRanking, nameKey, readRanking, sharedPositions } from "~/lib/entries/places/ranking-file";

function rowsOf(text: string) {
	const read = readRanking(text);
	if (!read.ok) throw new Error(JSON.stringify(read.errors));
	return read.rows;
}

const pilot = (id: string, name: string, surname: string, birthDate: string | null = null) => ({
	id,
	name,
	surname,
	birthDate,
});

test.each([
	["tabs", "1\tJan Novák\t1980\n2\tEva Malá\t1991"],
	["commas with a heading", "Rank,Full name,Year of birth\n1,Jan Novák,1980\n2,Eva Malá,1991\n"],
	["a Czech heading in another order", "Rok narození;Jméno;Pořadí\r\n1980;Jan Novák;1.\r\n1991;Eva Malá;2."],
	["dates for years", "1\tJan Novák\t1. 5. 1980\n2\tEva Malá\t1991-12-31"],
])("a list with %s is read", (_, text) => {
	expect(rowsOf(text).map(({ position, name, birthYear }) => [position, name, birthYear])).toEqual([
		[1, "Jan Novák", 1980],
		[2, "Eva Malá", 1991],
	]);
});

test("a list saved by an old spreadsheet is read", () => {
	const bytes = new Uint8Array([
		...new TextEncoder().encode("1\tJi"),
		0xf8,
		...new TextEncoder().encode("i\t1980"),
	]);
	expect(rowsOf(decodeText(bytes))[0]?.name).toBe("Jiři");
});

test.each([
	["nothing", "", 1, "empty"],
	["a heading alone", "rank,name,year", 1, "empty"],
	["a heading without a name", "rank,points\n1,500", 1, "missingColumn"],
	["a row without a position", "1,Jan Novák,1980\n,Eva Malá,1991", 2, "position"],
	["a row without a name", "1,Jan Novák,1980\n2,-,1991", 2, "name"],
	["a year that is none", "1,Jan Novák,80", 1, "year"],
	["a comma within a name", "1,Jan Novák,1980\n2,Malá, Eva,1991", 2, "tooManyCells"],
	["a quote that never closes", '1,"Jan Novák,1980', 1, "unclosedQuote"],
	["too many rows", "1,Jan Novák,1980\n".repeat(20_001), 20_001, "tooManyRows"],
])("%s is refused by its line", (_, text, line, reason) => {
	expect(readRanking(text)).toEqual({ ok: false, errors: [{ line, reason }] });
});

test("names are the same in any order, with and without marks, hyphens and capitals", () => {
	expect(nameKey("NOVÁKOVÁ-Malá, Jiřina")).toBe(nameKey("Jirina Mala Novakova"));
	expect(nameKey("Łukasz Grøn Weiß")).toBe(nameKey("Weiss Lukasz Gron"));
	expect(nameKey("Jan Novák")).not.toBe(nameKey("Jana Nováková"));
});

test("an entry is found by name and year of birth; anything less asks", () => {
	const rows = rowsOf(
		[
			"1\tNovak Jan\t1980",
			"2\tJan Novák\t2001",
			"3\tEva Malá\t–",
			"4\tPetr Dvořák\t1970",
			"5\tPetr Dvořák\t1970",
			"6\tOta Černý\t1960",
			"7\tIvo Bílý\t1990",
			"8\tIvo Bílý\t",
		].join("\n"),
	);
	const entries = [
		pilot("found", "Jan", "Novák", "1980-05-17"),
		pilot("two by name", "Jan", "Novák"),
		pilot("no year in the list", "Eva", "Malá", "1991-01-01"),
		pilot("twice in the list", "Petr", "Dvořák", "1970-01-01"),
		pilot("another year", "Ota", "Černý", "1961-01-01"),
		pilot("a namesake without a year", "Ivo", "Bílý", "1990-01-01"),
		pilot("not there", "Karel", "Malý", "1990-01-01"),
	];
	const matches = matchRanking(entries, rows);
	const said = (id: string) => {
		const match = matches.get(id);
		if (match?.kind === "found") return match.row.position;
		return match?.kind === "doubtful" ? match.rows.map(({ position }) => position) : null;
	};
	expect(entries.map(({ id }) => [id, said(id)])).toEqual([
		["found", 1],
		["two by name", [1, 2]],
		["no year in the list", [3]],
		["twice in the list", [4, 5]],
		["another year", [6]],
		["a namesake without a year", [7, 8]],
		["not there", null],
	]);
});

test("two entries of one name and year share no row", () => {
	const entries = [pilot("a", "Jan", "Novák", "1980-05-17"), pilot("b", "Jan", "Novák", "1980-11-02")];
	const matches = matchRanking(entries, rowsOf("1\tJan Novák\t1980"));
	expect([...matches.values()].map(({ kind }) => kind)).toEqual(["doubtful", "doubtful"]);
});

test("a position that two share is named with its lines", () => {
	const rows = rowsOf("1\tJan Novák\t1980\n2\tEva Malá\t1991\n2\tOta Černý\t1960");
	expect(sharedPositions(rows)).toEqual([{ position: 2, lines: [2, 3] }]);
});

test("a list of 10,000 pilots is read and matched", () => {
	const text = Array.from({ length: 10_000 }, (_, index) => `${index + 1}\tPilot P${index}\t1980`).join("\n");
	const matches = matchRanking([pilot("a", "Pilot", "P9999", "1980-01-01")], rowsOf(text));
	expect(matches.get("a")).toMatchObject({ kind: "found", row: { position: 10_000 } });
});
