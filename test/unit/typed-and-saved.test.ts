import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { writeCsv } from "~/lib/csv/csv";
import { decodeText } from "~/lib/csv/csv-reader";
import { entrySchema } from "~/lib/entries/entry-schema";
import { readResultsCsv } from "~/lib/results/read-results-csv";

/* What people type, and what spreadsheets save. */

const phone = entrySchema.shape.phone;

test.each([
	["+420/601/234/567", "+420 601 234 567"],
	["601-234-567", "601 234 567"],
	["601.234.567", "601 234 567"],
	["+49 (0)171 234 5678", "+49 171 234 5678"],
	["+49(0)171/2345678", "+49 171 2345678"],
	["0049 (0) 171 2345678", "0049 171 2345678"],
	["+43-(0)-664-123.45.67", "+43 664 123 45 67"],
	["(0)601 234 567", "0 601 234 567"],
	["(+420) 601 234 567", "+420 601 234 567"],
	["+420 (601) 234–567", "+420 601 234 567"],
	[" 601 – 234 – 567 ", "601 234 567"],
	["+420\u00a0601\u00a0234\u00a0567", "+420 601 234 567"],
	["601/23-4", null],
	["601x234x567", null],
	["/-.()", null],
	["+420 601 234 567 890 12-34", null],
])("the phone %j is stored with spaces, or refused", (typed, stored) => {
	const parsed = phone.safeParse(typed);
	expect(parsed.success ? parsed.data : null).toBe(stored);
});

test.each(["\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)", ' "\uff1d1', "\u3000=1", "\u3000\uff1d1"])(
	"the formula guard disarms the full-width %j",
	(text) => {
		const rows = (guardFormulas: boolean) =>
			parse(writeCsv(["h"], [[text]], { guardFormulas }), { bom: true });
		expect([rows(true)[1], rows(false)[1]]).toEqual([[`'${text}`], [text]]);
	},
);

test("a full-width sign behind a delimiter is disarmed, and one in a text is left alone", () => {
	expect(writeCsv(["h"], [["a;\uff1d1"], ["a\uff1db"]], { guardFormulas: true })).toContain(
		"a;'\uff1d1\r\na\uff1db",
	);
});

const results = (places: readonly string[]) =>
	`#;cn;points\r\n${places.map((place, index) => `${place};${index + 1};${index < 2 ? 900 : 100}`).join("\r\n")}`;

test.each([
	["2= as others write it", ["1=", "1=", "3"]],
	["with a point", ["1.", "1.=", "3."]],
	["with a blank", ["1 =", "1 =", "3"]],
	["in front", ["=1", "=1", "3"]],
])("shared places are read: %s", (_what, places) => {
	const read = readResultsCsv(results(places));
	expect(read.ok && read.rows.map(({ position }) => position)).toEqual([1, 1, 3]);
});

test.each(["2==", "=", "2=3", "1/2"])("the place %s is none", (place) => {
	expect(readResultsCsv(results(["1", place, "3"]))).toMatchObject({
		ok: false,
		errors: [{ line: 3, reason: "position" }],
	});
});

test("results of UTF-16 are read like those of UTF-8", () => {
	const text = "position\tname\tpoints\r\n1\tPetra Šťastná\t987\r\n2\tŽofie\t800\r\n";
	const read = readResultsCsv(text);
	expect(read.ok && read.rows.map(({ name }) => name)).toEqual(["Petra Šťastná", "Žofie"]);
	for (const isBig of [false, true])
		for (const mark of ["\uFEFF", ""]) {
			const bytes = Buffer.from(mark + text, "utf16le");
			expect(readResultsCsv(decodeText(new Uint8Array(isBig ? bytes.swap16() : bytes)))).toEqual(read);
		}
});
