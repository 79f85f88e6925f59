import fc from "fast-check";
import { expect, test } from "vitest";
import { downloadName, downloadNames } from "~/lib/flights/igc-json.server";

const DAY = "2025-07-15";

test("a download is named by day and start number", () => {
	expect(downloadName(DAY, "7K")).toBe("2025-07-15_7K.igc");
	expect(downloadName(DAY, "7K", 2)).toBe("2025-07-15_7K_2.igc");
});

test.each([
	["../../etc", "etc"],
	['a"b', "a-b"],
	["7 K", "7-K"],
	["Ž1", "Z1"],
	["7\r\nX: y", "7-X-y"],
	["🛩️", "x"],
	["", "x"],
])("the start number %j becomes safe", (startNumber, safe) => {
	expect(downloadName(DAY, startNumber)).toBe(`2025-07-15_${safe}.igc`);
});

test("several names differ, in case too", () => {
	const names = downloadNames(
		["7K", "7k", "8", "7K", "7_2", "7", "7"].map((startNumber) => ({ day: DAY, startNumber })),
	);
	expect(names).toEqual([
		"2025-07-15_7K.igc",
		"2025-07-15_7k_2.igc",
		"2025-07-15_8.igc",
		"2025-07-15_7K_3.igc",
		"2025-07-15_7-2.igc",
		"2025-07-15_7.igc",
		"2025-07-15_7_2.igc",
	]);
});

test("whatever the start numbers, names are safe and all different", () => {
	const startNumbers = fc.array(
		fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("7K", "7k", "7_2", "7")),
	);
	fc.assert(
		fc.property(startNumbers, (numbers) => {
			const names = downloadNames(numbers.map((startNumber) => ({ day: DAY, startNumber })));
			for (const name of names) expect(name).toMatch(/^2025-07-15_[A-Za-z0-9-]+(_\d+)?\.igc$/);
			expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
		}),
	);
});
