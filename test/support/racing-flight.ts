import { expect } from "vitest";
import type { Finding } from "~db/schema";
import { outAndReturn, place, utc } from "./flown";

/*
 * All flights leave the ground 60 s after 10:00:00 UTC, fly 5 km south, and come back over the line at the airfield. At
 * 25 m/s, 5 km take 200 s: the line is crossed 60 + 200 + 200 s after 10:00:00, at 10:07:40, 1,000 m above the field of
 * 500 m. A fix rounds its place to 2 m and its height to 1 m, so a time may be a second off.
 */
export const rolls = { to: place(-400), height: 0 };
export const towed = [rolls, { to: place(-5000) }];
export const crossesAt = utc("10:07:40");
export const lands = (north: number, east = 0) => ({ to: place(north, east), height: 0, stay: 120 });
export const home = [...towed, { to: place(100_000) }, { to: place(0), height: 100 }, lands(-300)];

export const task = outAndReturn();
export const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);

export function expectNear(value: number | null | undefined, wanted: number, tolerance: number): void {
	expect(Math.abs((value ?? Number.NaN) - wanted), `${value} is not ${wanted}`).toBeLessThanOrEqual(
		tolerance,
	);
}
