import { describe, expect, test } from "vitest";
import { columnDigits } from "~/lib/i18n/format-number";
import { drawSeason } from "~/lib/results/draw-season";
import { type CountedDay, placesAfterDays } from "~/lib/results/running-total";

const dayOf = (points: Readonly<Record<string, number>>): CountedDay => ({
	results: Object.entries(points).map(([competitor, own]) => ({ competitor, points: own, place: null })),
});

test("a course is the place in the total after each day; it begins with the first result", () => {
	const places = placesAfterDays([dayOf({ A: 900, B: 800 }), dayOf({ A: 100, B: 500, C: 990 })]);
	expect(Object.fromEntries(places)).toEqual({ A: [1, 2], B: [2, 1], C: [null, 3] });
});

describe("the pictures of a season", () => {
	const drawing = drawSeason([
		{ competitor: "B", places: [2, 1], days: [800, 500], points: 1300 },
		{ competitor: "A", places: [1, 2], days: [900, 100], points: 1000 },
		{ competitor: "C", places: [null, 3], days: [null, 990], points: 990 },
	]);
	const [b, a, c] = drawing.rows;

	test("have lines that change places, and end at the rows of the bars", () => {
		const heights = (course = "") => [...course.matchAll(/[ML]\d+ (\d+)/g)].map(([, y]) => Number(y));
		expect(heights(b?.course)).toEqual([a?.y, b?.y]);
		expect(heights(a?.course)).toEqual([b?.y, a?.y]);
		expect(heights(c?.course)).toEqual([c?.y]);
	});

	test("have bars as long as the points, side by side", () => {
		const ends = drawing.rows.map(({ bars }) => {
			const last = bars.at(-1);
			return last && last.x + last.width;
		});
		expect(ends[0]).toBe(drawing.right);
		expect(ends[1]).toBeCloseTo(drawing.left + (drawing.right - drawing.left) * (1000 / 1300), -0.5);
		expect(c?.bars.map(({ day, x }) => [day, x])).toEqual([[1, drawing.left]]);
	});
});

test.each([
	[[900, 800], 0],
	[[900, 850.5], 1],
	[[900, 850.04], 0],
	[[null, 1.5, null], 1],
])("a column of %j has %d decimals", (values, digits) => {
	expect(columnDigits(values, [0, 1])).toBe(digits);
});
