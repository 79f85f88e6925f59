import { expect, test } from "vitest";
import type { DayResult } from "~/lib/results/day-result";
import { bestOf } from "~/routes/days.$day/day-rows.server";

const flown = (name: string, distanceM: number, speedKmh: number | null) =>
	({ name, distanceM, speedKmh, ours: null }) as DayResult;

test("who has flown as far as others has not the longest flight, and still the fastest", () => {
	const rows = [flown("Adamová", 300_000, 101), flown("Beneš", 300_000, 98), flown("Evová", 120_000, null)];
	expect(bestOf(rows)).toEqual({ speed: { name: "Adamová", value: 101 }, distance: null });
	expect(bestOf([...rows, flown("Novák", 310_000, 90)]).distance).toEqual({ name: "Novák", value: 310_000 });
});
