import { limits } from "~/lib/forms/limits";

/** The parameters of `/results`. */
export interface ResultsChoice {
	readonly view: "top" | "total" | "daily";
	/** Id or type; null for the first class. */
	readonly classId: string | null;
	/** Id, date or number; null for the last scored day. */
	readonly dayId: string | null;
	/** Flight for the map viewer. */
	readonly flightId: number | null;
	/** Column by which the rows are sorted, with a minus for descending order; null for places. */
	readonly sort: string | null;
	/** Searched words of number, name, glider or aeroclub; empty for everybody. */
	readonly q: string;
}

export const resultViews = ["top", "total", "daily"] as const;

const sortedColumns = [
	"place",
	"number",
	"name",
	"points",
	"glider",
	"handicap",
	"start",
	"finish",
	"distance",
	"speed",
	"penalty",
	"gap",
	"moved",
	"aeroclub",
] as const;
export type SortedColumn = (typeof sortedColumns)[number];

export const resultSorts = sortedColumns.flatMap((column) => [column, `-${column}`]);

/** Reads the parameters. An invalid one counts as absent. */
export function readResultsChoice(query: URLSearchParams): ResultsChoice {
	return {
		view: resultViews.find((view) => view === query.get("view")) ?? "top",
		classId: query.get("class") || null,
		dayId: query.get("day") || null,
		flightId: parseFlightId(query.get("flight")),
		sort: resultSorts.find((sort) => sort === query.get("sort")) ?? null,
		q: (query.get("q") ?? "").trim().slice(0, limits.search),
	};
}

/** Path of the results. With a flight, the address leads to the map above the tables. */
export function resultsPath({ view, classId, dayId, flightId, sort, q }: Partial<ResultsChoice>): string {
	const query = new URLSearchParams();
	if (view && view !== "top") query.set("view", view);
	if (classId) query.set("class", classId);
	if (dayId) query.set("day", dayId);
	if (flightId) query.set("flight", String(flightId));
	if (sort) query.set("sort", sort);
	if (q) query.set("q", q);
	return `/results${query.size > 0 ? `?${query}` : ""}${flightId ? "#map" : ""}`;
}

/**
 * Reads a flight id of SoaringSpot, a positive integer beyond 32 bits: it must not go through bit operations. Returns null for
 * anything else.
 */
export function parseFlightId(value: unknown): number | null {
	const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : value;
	return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : null;
}
