/** A competitor's points of one day. */
interface DayOfCompetitor {
	/** Key of the competitor. It is the same on every day. */
	readonly competitor: string;
	/** Null while the flight is not evaluated. */
	readonly points: number | null;
	/** Null for a competitor who has not flown. */
	readonly place: number | null;
}

export interface CountedDay {
	readonly results: readonly DayOfCompetitor[];
}

interface RunningRow {
	readonly competitor: string;
	readonly position: number;
	readonly points: number;
}

/** Places with a medal. On them equal sums are decided. */
export const podiumPlaces = 3;

/** The values that decide a place in a total. */
interface Sum {
	readonly points: number;
	/** Number of days on which the competitor was first with points, and of those on which the competitor was second. */
	readonly wins: number;
	readonly seconds: number;
}

/** Sums the days of one competitor. */
export function sumOf(days: readonly Pick<DayOfCompetitor, "points" | "place">[]): Sum {
	const times = (place: number) => days.filter((one) => one.place === place && (one.points ?? 0) > 0).length;
	return {
		points: rounded(days.reduce((sum, one) => sum + (one.points ?? 0), 0)),
		wins: times(1),
		seconds: times(2),
	};
}

/** The place of a sum. Equal sums share a place, except on the podium: there more day wins decide, then more second places. */
export function placeAmong(own: Sum, sums: readonly Sum[]): number {
	const shared = 1 + sums.filter(({ points }) => points > own.points).length;
	if (shared > podiumPlaces) return shared;
	const isBetter = (other: Sum) =>
		other.points === own.points &&
		(other.wins > own.wins || (other.wins === own.wins && other.seconds > own.seconds));
	return shared + sums.filter(isBetter).length;
}

/** Sums the days, and places the sums by `placeAmong`. */
export function runningTotal(days: readonly CountedDay[]): RunningRow[] {
	const competitors = new Set(days.flatMap(({ results }) => results.map(({ competitor }) => competitor)));
	const sums = [...competitors].map((competitor) => {
		const results = days.map((day) => day.results.find((one) => one.competitor === competitor));
		return {
			competitor,
			...sumOf(results.flatMap((one) => one ?? [])),
		};
	});
	return sums
		.map((sum) => ({
			competitor: sum.competitor,
			position: placeAmong(sum, sums),
			points: sum.points,
		}))
		.toSorted((a, b) => a.position - b.position);
}

/** Each competitor's place in the total after each day, by competitor; null before the first result. */
export function placesAfterDays(
	days: readonly CountedDay[],
): ReadonlyMap<string, readonly (number | null)[]> {
	const after = days.map((_, index) => {
		const sums = runningTotal(days.slice(0, index + 1));
		return new Map(sums.map(({ competitor, position }) => [competitor, position]));
	});
	const competitors = after.at(-1)?.keys() ?? [];
	return new Map([...competitors].map((one) => [one, after.map((places) => places.get(one) ?? null)]));
}

/** Rounds a sum: the noise of binary fractions would break ties. */
export function rounded(points: number): number {
	return Math.round(points * 1000) / 1000;
}
