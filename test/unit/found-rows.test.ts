import { expect, test } from "vitest";
import { foundRows } from "~/routes/statuses/found-rows";

const row = (startNumber: string, fullName: string) =>
	({ startNumber, fullName, status: "DNF" }) as unknown as Parameters<typeof foundRows>[0][number];

const rows = [
	row("17", "Jana Sedmá"),
	row("7K", "Petr Novák"),
	row("A7", "Eva Krátká"),
	row("7", "Karel Nový"),
];

const found = (q: string) => foundRows(rows, { q, only: null }).map(({ startNumber }) => startNumber);

test("numbers that begin with the text come first, the same one before all", () => {
	expect(found("7")).toEqual(["7", "7K"]);
});

test("then names with a word that begins with it, then those with it anywhere", () => {
	expect(found("k")).toEqual(["A7", "7", "7K"]);
	expect(found("nov")).toEqual(["7K", "7"]);
});
