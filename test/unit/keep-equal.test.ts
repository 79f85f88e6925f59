import { expect, test } from "vitest";
import { keepEqual } from "~/lib/keep-equal";

const read = () => ({
	version: 1,
	rows: [
		{ id: "a", status: "FLYING", at: new Date(1000), notes: ["late"] },
		{ id: "b", status: null, at: null, notes: [] },
	],
	other: { rows: [1, 2] },
});

test("data that say the same are the old data", () => {
	const before = read();
	expect(keepEqual(before, read())).toBe(before);
});

test("what has changed is new, with all around it; the rest stays", () => {
	const before = read();
	const after = read();
	const [first] = after.rows;
	if (first) first.status = "HOME";
	const kept = keepEqual(before, after);
	expect(kept).toEqual(after);
	expect(kept).not.toBe(before);
	expect(kept.rows).not.toBe(before.rows);
	expect(kept.rows[0]).not.toBe(before.rows[0]);
	expect(kept.rows[0]?.notes).toBe(before.rows[0]?.notes);
	expect(kept.rows[0]?.at).toBe(before.rows[0]?.at);
	expect(kept.rows[1]).toBe(before.rows[1]);
	expect(kept.other).toBe(before.other);
});

test.each([
	["a part that is gone", { a: 1, b: 2 }, { a: 1 }],
	["a part that has come", { a: 1 }, { a: 1, b: undefined }],
	["another name for nothing", { a: undefined }, { b: undefined }],
	["a shorter list", [1, 2], [1]],
	["a longer list", [1], [1, 2]],
	["a list in the place of an object", { 0: 1 }, [1]],
	["a later date", new Date(1), new Date(2)],
	["a date in the place of an object", {}, new Date(2)],
	["a map, which is not looked into", new Map([[1, 2]]), new Map([[1, 2]])],
	["nothing", { a: 1 }, null],
])("%s is new", (_, before, after) => {
	const kept = keepEqual<unknown>(before, after);
	expect(kept).toEqual(after);
	expect(kept).not.toBe(before);
});
