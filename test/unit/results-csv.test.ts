import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText } from "~/lib/csv/csv-reader";
import { readResultsCsv } from "~/lib/results/results-csv";

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
		[..."name;points\nP"].map((char) => char.charCodeAt(0)).concat(0xf8, 0x69, 0x3b, 0x31),
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
	["position", "DNF"],
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
