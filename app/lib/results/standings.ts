import { compareNames } from "~/lib/i18n/collate";
import { podiumPlaces } from "./running-total";

export interface ResultRow {
	/** Identifies the competitor on every day. */
	readonly competitor: string;
	/** Null when no accepted entry of the class has the start number. */
	readonly registrationId: string | null;
	readonly position: number;
	/** Null when the source knows only the name. */
	readonly startNumber: string | null;
	readonly name: string;
	readonly aeroclub: string;
	readonly glider: string;
	readonly handicap: number | null;
	readonly points: number;
	/** Null in totals, which are of many flights. */
	readonly flightId: number | null;
}

/** Sorts rows by position, and equal ones by name. */
export function inOrder<Row extends ResultRow>(rows: readonly Row[]): Row[] {
	return rows.toSorted((a, b) => a.position - b.position || compareNames(a.name, b.name));
}

/** The podium of a total. Nobody leads while nobody has a point. */
export function scoredPodium(rows: readonly ResultRow[]) {
	const first = rows.some(({ points }) => points > 0) ? podium(rows) : [];
	return first.map(({ position, ...row }) => ({ ...row, place: position }));
}

/** The first three places: more than three rows when the third place is shared. */
export function podium<Row extends ResultRow>(rows: readonly Row[]): readonly Row[] {
	return rows.filter(({ position }) => position <= podiumPlaces);
}

/**
 * The start number in a competitor's key; null when the competitor is known only by name. Names of erased accounts are all the
 * same, so `competitor` adds something to tell them apart.
 */
export function startNumberOf({ competitor, name }: Pick<ResultRow, "competitor" | "name">): string | null {
	return competitor === name || competitor.startsWith(`${name} `) ? null : competitor;
}
