import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "~/lib/csv/csv-reader";
import { readResultsCsv } from "~/lib/results/read-results-csv";

function rowsOf(text: string) {
	const result = readResultsCsv(text);
	if (!result.ok) throw new Error(JSON.stringify(result.errors));
	return result.rows;
}

function errorsOf(text: string) {
	const result = readResultsCsv(text);
	return result.ok ? [] : result.errors;
}

test("a results file is read with all its columns", () => {
	const text =
		"#;CN;Contestant;Club;Glider;Handicap;Points;flight_id\r\n1;JV;Jiří Větroň;Aeroklub Lípa;LS 4;1,04;987,5;10541334728\r\n";
	expect(rowsOf(text)).toEqual([
		{
			line: 2,
			position: 1,
			startNumber: "JV",
			name: "Jiří Větroň",
			aeroclub: "Aeroklub Lípa",
			glider: "LS 4",
			handicap: 1.04,
			points: 987.5,
			flightId: 10_541_334_728,
		},
	]);
});

test.each([
	"position,contestant_number,name,aeroclub,points",
	"rank,start_number,pilot,club,points",
	"Rank,Start Number,PILOT,Club,Points",
	"\uFEFF#,cn,contestant,club,points",
])("the header %s means the same columns", (header) => {
	expect(rowsOf(`${header}\n2,7,Eva,Lípa,500`)).toMatchObject([
		{ position: 2, startNumber: "7", name: "Eva", aeroclub: "Lípa", points: 500 },
	]);
});

test("unknown columns are ignored and the order of columns is free", () => {
	expect(rowsOf("speed\tpoints\tcn\n101.2\t800\tA\n")).toMatchObject([
		{ points: 800, startNumber: "A", name: null },
	]);
});

test("a file in windows-1250 is read", () => {
	const bytes = new Uint8Array(
		[..."name;points\nP"].map((char) => char.charCodeAt(0)).concat(0xf8, 0x69, 0x3b, 0x31, 0x30),
	);
	expect(rowsOf(decodeText(bytes))[0]?.name).toBe("Při");
});

test("rows without a position are placed by points, equal points share the place", () => {
	const rows = rowsOf("cn,points\nA,500\nB,900\nC,500\nD,100");
	expect(rows.map(({ startNumber, position }) => [startNumber, position])).toEqual([
		["A", 2],
		["B", 1],
		["C", 2],
		["D", 4],
	]);
});

test.each([
	["points", "x"],
	["points", "-1"],
	["points", ""],
	["position", "0"],
	["position", "1.5"],
	["position", "DNX"],
	["handicap", "none"],
	["handicap", "0"],
	["flight_id", "12a"],
	["flight_id", "0"],
])("a row with the %s %j is refused", (column, value) => {
	const row: Record<string, string> = {
		cn: "A",
		points: "1",
		position: "1",
		handicap: "1",
		flight_id: "5",
		[column]: value,
	};
	const text = `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}`;
	expect(errorsOf(text)).toEqual([{ line: 2, reason: column === "flight_id" ? "flightId" : column }]);
});

test.each([
	[
		"a comma between thousands",
		'#,cn,points,handicap\n1,A,"1,002",1.04\n2,B,998,0.985',
		[1002, 998],
		[1.04, 0.985],
	],
	[
		"a point between thousands",
		"#;cn;points;handicap\n1;A;1.002;1,04\n2;B;998,5;1,2",
		[1002, 998.5],
		[1.04, 1.2],
	],
	["thousands without a decimal anywhere", "cn;points\nA;1,002\nB;998", [1002, 998], [null, null]],
	["both in one number", "cn;points\nA;1.002,5\nB;998", [1002.5, 998], [null, null]],
	["a space between thousands", "cn;points\nA;1 002,5\nB;998", [1002.5, 998], [null, null]],
	[
		"handicaps of three decimals",
		"cn;points;handicap\nA;1002;1,042\nB;998;0,985",
		[1002, 998],
		[1.042, 0.985],
	],
])("with %s all numbers of a file are read in one way", (_what, text, points, handicaps) => {
	const rows = rowsOf(text);
	expect(rows.map((row) => row.points)).toEqual(points);
	expect(rows.map((row) => row.handicap)).toEqual(handicaps);
});

test("a file whose numbers cannot all be read in one way is refused at the line that differs", () => {
	expect(errorsOf("cn;points\nA;1,002\nB;998,5\nC;1.5")).toEqual([{ line: 3, reason: "separators" }]);
	expect(errorsOf("cn;points;handicap\nA;1002;1,04\nB;998.5;1,04")).toEqual([
		{ line: 3, reason: "separators" },
	]);
});

test("positions and points that contradict each other, and a winner with hardly any, are refused with what was read", () => {
	expect(errorsOf("#;cn;points\n1;A;100,2\n2;B;987\n3;C;500")).toEqual([
		{ line: 3, reason: "rankAndPoints", points: 987 },
	]);
	expect(errorsOf("#;cn;points\n1;A;500\n1;B;400")).toMatchObject([{ line: 3, reason: "rankAndPoints" }]);
	expect(errorsOf("cn;points\nA;1,02\nB;9,87")).toEqual([{ line: 3, reason: "winnerPoints", points: 9.87 }]);
	expect(rowsOf("cn;points\nA;0\nB;0")).toHaveLength(2);
});

test("who has no place is placed by points, and a guest is left out", () => {
	const text = "#;cn;points\n1;A;900\nHC;G;950\n2;B;700\nDNF;C;0\ndns;D;0\nDSQ;E;0\n;F;0";
	expect(rowsOf(text).map(({ startNumber, position }) => [startNumber, position])).toEqual([
		["A", 1],
		["B", 2],
		["C", 3],
		["D", 3],
		["E", 3],
		["F", 3],
	]);
});

test("the guests who are left out are listed with their lines, number, name and points", () => {
	const result = readResultsCsv("#;cn;name;points\n1;A;Jan;900\nHC;G;Host;950\nhc;;Bez čísla;0");
	expect(result.ok && result.guests).toEqual([
		{ line: 3, said: "G Host 950" },
		{ line: 4, said: "Bez čísla 0" },
	]);
	expect(readResultsCsv("#;cn;points\n1;A;900")).toMatchObject({ guests: [] });
});

test("every bad row is listed with its line, the good ones stand beside", () => {
	const text =
		"cn;name;points;flight_id\nA;Eva;100;1\n;;90;\nB;Ota;x;\n\nC;Iva;70;1\nD;Aleš;60;2;more\n123456789;X;1;";
	expect(readResultsCsv(text)).toMatchObject({
		ok: false,
		rows: [{ line: 2 }],
		errors: [
			{ line: 3, reason: "competitorMissing" },
			{ line: 4, reason: "points" },
			{ line: 6, reason: "duplicateFlight" },
			{ line: 7, reason: "tooManyCells" },
			{ line: 8, reason: "textTooLong" },
		],
	});
});

test.each([
	["empty", "", 1],
	["empty", "cn;points\n\n", 1],
	["missingColumn", "cn;name\nA;B", 1],
	["missingColumn", "points;club\n1;B", 1],
	["duplicateColumn", "name;pilot;points\nA;B;1", 1],
	["unclosedQuote", 'cn;points\nA;1\n"B;2', 3],
	["tooManyRows", `cn;points\n${"A;1\n".repeat(501)}`, 502],
])("a file is refused as a whole: %s", (reason, text, line) => {
	expect(errorsOf(text)).toEqual([{ line, reason }]);
});

test("the reader never throws and gives back at most a row or an error for a line", () => {
	const line = fc.string({ unit: fc.constantFrom("A", "7", ";", ",", "\t", '"', "\n", ".", " ", "č", "-") });
	const header = fc.constantFrom("cn;points", "#,name,points,flight_id", "name\tpoints\thandicap", "");
	fc.assert(
		fc.property(header, fc.array(line), (head, lines) => {
			const text = [head, ...lines].join("\n");
			const result = readResultsCsv(text);
			const found = result.ok ? result.rows : result.errors;
			expect(found.length).toBeLessThanOrEqual(text.split("\n").length);
			expect(found.length).toBeGreaterThan(0);
		}),
		{ numRuns: 1000 },
	);
	fc.assert(fc.property(fc.uint8Array(), (bytes) => Array.isArray(errorsOf(decodeText(bytes)))));
});
