import { expect, test } from "vitest";
import { placeDots } from "~/lib/live/place-dots";

/** A degree of longitude has a hundred units, and the font ten. */
const frame = { width: 1000, height: 1000, longitude: 15, stretched: 0, scale: 100 };
const glider = (number: string, longitude: number, latitude = 0) => ({
	...{ number, latitude, longitude, track: 0 },
});
const placed = (...gliders: readonly ReturnType<typeof glider>[]) =>
	placeDots(frame, gliders, 10).map(({ number, isNamed }) => `${number}${isNamed ? "" : " without"}`);

test("where gliders circle together one has its number, and no dot of the others is drawn over it", () => {
	expect(placed(glider("AB", 15), glider("CD", 15.1), glider("EF", 17), glider("GH", 14.9))).toEqual([
		"CD without",
		"GH without",
		"AB",
		"EF",
	]);
});

test("a long number on the left needs more room than a short one", () => {
	// 30 units apart: two digits and a dot fit in, three do not.
	expect(placed(glider("AB", 15), glider("789", 15.3))).toEqual(["AB", "789"]);
	expect(placed(glider("789", 15), glider("AB", 15.3))).toEqual(["AB without", "789"]);
});

test("who is beyond the edge is not there", () => {
	expect(placed(glider("AB", 9.9), glider("CD", 20.1), glider("EF", 15, 5.1))).toEqual([]);
});
