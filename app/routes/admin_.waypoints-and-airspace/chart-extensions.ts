import type { ChartKind } from "~db/enums";

/** OpenAir has no extension of its own. */
export const chartExtensions: Readonly<Record<ChartKind, readonly string[]>> = {
	waypoints: ["cup"],
	airspace: ["txt", "air", "openair"],
};
