import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvCell, writeCsv } from "~/lib/csv/csv";
import { decodeText, readCsv } from "~/lib/csv/csv-reader";

const cells = (text: string) => readCsv(text).records.map((record) => record.cells);

/** A whole-file reader that shares nothing with ours. */
function parsed(csv: string, delimiter = ","): string[][] {
	return parse(csv, { bom: true, delimiter, record_delimiter: "\r\n", relax_column_count: false });
}

test("a written file begins with the byte-order mark and ends every line with CRLF", () => {
	expect(writeCsv(["a", "b"], [["x", 1]])).toBe("\uFEFFa,b\r\nx,1\r\n");
});

test("delimiters, quotes and line breaks are quoted, and nothing else is", () => {
	expect(writeCsv(["h"], [["a,b"], ['5" disc'], ["two\nlines"], ["semi;colon"]])).toBe(
		'\uFEFFh\r\n"a,b"\r\n"5"" disc"\r\n"two\nlines"\r\nsemi;colon\r\n',
	);
});

test("with quoted strings the header and all texts are quoted and numbers stay bare", () => {
	expect(writeCsv(["h", "n", "e"], [["x", -1, null]], { quoteStrings: true })).toBe(
		'\uFEFF"h","n","e"\r\n"x",-1,""\r\n',
	);
});

test("a decimal comma is quoted only where the comma also separates cells", () => {
	const row: CsvCell[][] = [[105.2, { value: 1, decimals: 4 }]];
	expect(writeCsv(["a", "b"], row, { delimiter: ";", decimalComma: true })).toContain("\r\n105,2;1,0000\r\n");
	expect(writeCsv(["a", "b"], row, { decimalComma: true })).toContain('\r\n"105,2","1,0000"\r\n');
});

test("numbers that are not finite become empty cells", () => {
	expect(writeCsv(["a", "b"], [[Number.NaN, Number.POSITIVE_INFINITY]])).toBe("\uFEFFa,b\r\n,\r\n");
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", '"=1+1', '" "=1'])(
	"the formula guard disarms %j",
	(text) => {
		const [, row] = parsed(writeCsv(["h"], [[text]], { guardFormulas: true }));
		expect(row).toEqual([`'${text}`]);
	},
);

test.each([";", ",", "|", "\t", "\n", "\r\n"])(
	"the formula guard holds for a program that splits a field at %j",
	(delimiter) => {
		const [, row] = parsed(
			writeCsv(["h"], [[`a${delimiter}=1+1${delimiter}@SUM(A1)`]], { guardFormulas: true }),
		);
		expect(row?.[0]?.split(delimiter)).toEqual(["a", "'=1+1", "'@SUM(A1)"]);
	},
);

test("a quote behind a delimiter does not hide a formula from a program that splits there", () => {
	const csv = writeCsv(["h"], [['a;"=1+1;b']], { guardFormulas: true });
	// A spreadsheet takes the pair of quotes for an empty text, and reads on behind it.
	expect(csv).toContain('\r\n"a;\'""=1+1;b"\r\n');
});

test("the formula guard leaves numbers, harmless text and verbatim text alone", () => {
	const row: CsvCell[] = [-1, "a=b", { verbatim: "+420 600 158 000" }];
	expect(writeCsv(["a", "b", "c"], [row], { guardFormulas: true })).toContain(
		"\r\n-1,a=b,+420 600 158 000\r\n",
	);
});

test("without the guard text is written as it is", () => {
	expect(writeCsv(["h"], [["=1+1"]])).toContain("\r\n=1+1\r\n");
});

test("an independent reader gets back any text, with every delimiter", () => {
	const text = fc.string({ unit: fc.constantFrom("a", "č", '"', ",", ";", "\t", "\n", "\r", " ", "'") });
	const rows = fc
		.integer({ min: 2, max: 4 })
		.chain((width) =>
			fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
		);
	fc.assert(
		fc.property(rows, fc.constantFrom(",", ";", "\t"), fc.boolean(), (table, delimiter, quoteStrings) => {
			const [header = [], ...body] = table;
			const csv = writeCsv(header, body, { delimiter: delimiter as ",", quoteStrings });
			expect(parsed(csv, delimiter)).toEqual(table);
		}),
	);
});

test("our reader gets back what our writer wrote", () => {
	const text = fc.string({ unit: fc.constantFrom("a", "č", '"', ",", "\n", "x y") });
	const row = fc.tuple(fc.constant("id"), text, text).map((cells) => [...cells]);
	fc.assert(
		fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
			expect(cells(writeCsv(["one", "two", "three"], rows, { quoteStrings: true }))).toEqual([
				["one", "two", "three"],
				...rows,
			]);
		}),
	);
});

test.each([
	["comma", "a,b\n1,2"],
	["semicolon", "a;b\n1;2"],
	["tab", "a\tb\n1\t2"],
	["CRLF", "a;b\r\n1;2\r\n"],
	["lone CR", "a;b\r1;2\r"],
	["byte-order mark", "\uFEFFa;b\n1;2"],
	["sep line", "sep=;\r\na;b\r\n1;2"],
	["blank lines", "\n\na;b\n\n;\n1;2\n\n"],
])("the reader understands %s", (_, text) => {
	expect(cells(text)).toEqual([
		["a", "b"],
		["1", "2"],
	]);
});

test("the delimiter is not taken from quoted text or from later lines", () => {
	expect(cells('"a;;;";x,b\n1;2')).toEqual([
		["a;;;", "x,b"],
		["1", "2"],
	]);
	expect(cells('"a;;;",b\n1,2')[1]).toEqual(["1", "2"]);
	expect(cells('"name","points"\n"a;b;c;d","1"')[1]).toEqual(["a;b;c;d", "1"]);
	expect(cells("a;b\n1,5,5,5;2")[1]).toEqual(["1,5,5,5", "2"]);
});

test("records carry the line on which they begin, also behind cells of several lines", () => {
	const { records } = readCsv('a;b\r\n"x\r\ny";1\r\n\r\nz;2');
	expect(records.map(({ line }) => line)).toEqual([1, 2, 5]);
});

test("a space before a quote and text behind it do no harm", () => {
	expect(cells('a;b\n "x;y"z; "w"')[1]).toEqual(["x;yz", "w"]);
});

test("a quote that never closes is told with its line", () => {
	expect(readCsv('a;b\n1;2\n"3;4\n5;6').unclosedQuoteLine).toBe(3);
	expect(readCsv('a;b\n1;"2"').unclosedQuoteLine).toBeNull();
});

test("bytes are read as UTF-8 with or without a mark, else as windows-1250", () => {
	const utf8 = new TextEncoder().encode("Šťastný;ž");
	expect(decodeText(utf8)).toBe("Šťastný;ž");
	expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8))).toBe("Šťastný;ž");
	expect(decodeText(Uint8Array.of(0x8a, 0x9d, 0x61, 0x73, 0x74, 0x6e, 0xfd, 0x3b, 0x9e))).toBe("Šťastný;ž");
});

test("the reader never throws and gives back no more than it got", () => {
	const nasty = fc.string({
		unit: fc.constantFrom('"', ";", ",", "\t", "\n", "\r", " ", "a", "\uFEFF", "\u0000"),
	});
	fc.assert(
		fc.property(fc.oneof(nasty, fc.string({ unit: "binary" })), (text) => {
			const { records } = readCsv(text);
			const given = records.reduce((sum, { cells }) => sum + cells.join("").length, 0);
			expect(given).toBeLessThanOrEqual(text.length);
			for (const { line } of records) expect(line).toBeLessThanOrEqual(text.length + 1);
		}),
		{ numRuns: 1000 },
	);
	fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof decodeText(bytes) === "string"));
});

test("a large file of quotes, spaces or delimiters is read to the end", () => {
	for (const piece of ['"', '""', ' "', ";", " ", '"\n', "a\n"]) {
		const text = piece.repeat(200_000 / piece.length);
		expect(readCsv(text).records.length).toBeLessThanOrEqual(text.length);
	}
});
