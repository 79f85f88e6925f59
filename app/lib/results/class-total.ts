import { pick } from "~/lib/pick";
import { type ResultStatus, resultStatuses } from "~db/enums";
import {
	type DayResult,
	type DayResults,
	type Disqualification,
	isInvalid,
	isPublic,
	mayChange,
} from "./day-result";
import { type CountedDay, placeAmong, placesAfterDays, podiumPlaces, rounded, sumOf } from "./running-total";
import { inOrder, type ResultRow } from "./standings";

/** A competitor in the total. Lists have one value for each day. */
export interface TotalRow extends ResultRow, Pick<DayResult, "nation" | "secondPilot" | "disqualification"> {
	/** Points by day; null on days without a result. */
	readonly days: readonly (number | null)[];
	/** Place in the total after each day; null before the first result. */
	readonly places: readonly (number | null)[];
	/** Points behind the first one. */
	readonly gap: number;
	/** Places won since the day before, negative when lost; null when there is no place to compare with. */
	readonly moved: number | null;
}

interface DayOfTotal extends Pick<DayResults, "dayId" | "dayName" | "date" | "status"> {
	/** Which announcement of ours it is; null for results from elsewhere. */
	readonly revision: number | null;
	/** An invalid day is listed and counts as none: see `validDays`. */
	readonly isInvalid: boolean;
}

interface Parted extends Pick<ResultRow, "startNumber" | "name"> {
	/** How often the competitor has the place that parts the two. */
	readonly times: number;
}

/** Two competitors with equal sums, one place after the other on the podium. */
interface Parting {
	readonly points: number;
	/** The place on a day that parts them: wins count first. */
	readonly by: "wins" | "seconds";
	readonly better: Parted;
	readonly other: Parted;
}

/** The sums of a class over its days. */
export interface ClassTotal {
	/** The days, sorted by date. */
	readonly days: readonly DayOfTotal[];
	/** Status of the least final day. */
	readonly status: ResultStatus;
	/** Whether all its days are official and no other can follow: then there are winners, before that leaders. */
	readonly isWon: boolean;
	readonly updatedAt: Date;
	/** Whether the places of a day may change: see `placesMayChange`. */
	readonly mayChange: boolean;
	/** Name of the preliminary day that is not in it, as the class still flies; null for none. */
	readonly leftOut: string | null;
	/** How equal sums on the podium were parted; empty where the source says the places. */
	readonly partings: readonly Parting[];
	readonly rows: readonly TotalRow[];
	/** Competitors who are disqualified from the competition: in no place, so each has the position behind all others. */
	readonly disqualified: readonly TotalRow[];
}

/** The days of a total that count as such, as in "after n days". */
export function validDays({ days }: Pick<ClassTotal, "days">): readonly DayOfTotal[] {
	return days.filter((day) => !day.isInvalid);
}

/** The day that a total is after: the last one that is valid, else the last. */
export function lastDayOf(total: Pick<ClassTotal, "days">): DayOfTotal | undefined {
	return validDays(total).at(-1) ?? total.days.at(-1);
}

/**
 * The total of a class, as every page and the API show it; null while no day is scored. Guests are in none. One who was a guest on some
 * days has the points of the others. The totals and places that the source states apply as long as it counts the same days. Otherwise points
 * are summed, and places are those of `placeAmong`.
 * @param days of the class, sorted by date
 * @param flown date of the day on which the class is in the air; null when it is not. Our preliminary results of it are left out: its first
 * logs would put their pilots above everybody who still flies. A day that is announced is in every total, whatever the statuses say.
 */
export function classTotal(days: readonly DayResults[], flown: string | null): ClassTotal | null {
	const isLeftOut = (day: DayResults) =>
		day.date === flown && day.source === "here" && day.status === "preliminary";
	const counted = days.filter((day) => !isLeftOut(day));
	const last = counted.at(-1);
	if (!last) return null;
	const keyOf = keysIn(counted);
	const out = disqualificationsIn(counted, keyOf);
	// The places of a source that knows of no disqualification do not apply.
	const areStated = out.size === 0 && areTotalsStated(counted);
	const totalOf = (isOut: boolean) => {
		const ofThem = counted.map((day) => ({
			...day,
			rows: day.rows.filter((row) => out.has(keyOf(row)) === isOut),
		}));
		const { rows, partings } = placed(sumsOf(ofThem, keyOf), last, areStated);
		return { rows: withPlacesAfterDays(ofThem, keyOf, rows), partings };
	};
	const { rows, partings } = totalOf(false);
	const status = resultStatuses.find((one) => counted.some((day) => day.status === one)) ?? last.status;
	return {
		days: counted.map((day) => ({
			...pick(day, "dayId", "dayName", "date", "status"),
			revision: day.ours?.revision ?? null,
			isInvalid: isInvalid(day),
		})),
		status,
		isWon: status === "official" && last.isLast,
		updatedAt: new Date(Math.max(...counted.map(({ updatedAt }) => updatedAt.getTime()))),
		mayChange: counted.some(mayChange),
		leftOut: days.find(isLeftOut)?.dayName ?? null,
		partings,
		rows,
		disqualified: totalOf(true).rows.map((row) => ({
			...row,
			disqualification: out.get(keyOf(row)) ?? null,
			position: rows.length + 1,
			places: row.places.map(() => null),
			gap: 0,
			moved: null,
		})),
	};
}

type KeyOf = (row: Pick<DayResult, "competitor" | "registrationId">) => string;

/** The key of a competitor is the entry on every day, also where a result is not bound to it. */
function keysIn(days: readonly DayResults[]): KeyOf {
	const entryOf = new Map(
		days.flatMap(({ rows }) =>
			rows.flatMap(({ competitor, registrationId }) =>
				registrationId === null ? [] : [[competitor, registrationId]],
			),
		),
	);
	return ({ competitor, registrationId }) => registrationId ?? entryOf.get(competitor) ?? competitor;
}

/** Who is disqualified from the competition, by key. */
function disqualificationsIn(
	days: readonly DayResults[],
	keyOf: KeyOf,
): ReadonlyMap<string, Disqualification> {
	const found = days.flatMap(({ rows }) =>
		rows.flatMap((row) => (row.disqualification ? [[keyOf(row), row.disqualification] as const] : [])),
	);
	return new Map(found);
}

interface Sum extends ReturnType<typeof sumOf> {
	readonly key: string;
	/** The last result, by which the total describes the competitor: of official ones, if there are any. */
	readonly described: DayResult;
	readonly last: DayResult;
	readonly lastDate: string;
}

function sumsOf(days: readonly DayResults[], keyOf: KeyOf): Sum[] {
	const results = days.flatMap((day) =>
		day.rows.flatMap((row) => (row.isGuest ? [] : [{ day, row, key: keyOf(row) }])),
	);
	const keys = new Set(results.map(({ key }) => key));
	return [...keys].flatMap((key) => {
		const own = results.filter((one) => one.key === key);
		const last = own.at(-1);
		if (!last) return [];
		const described = own.findLast(({ day }) => isPublic(day)) ?? last;
		return [
			{
				key,
				last: last.row,
				lastDate: last.day.date,
				described: described.row,
				...sumOf(own.map(({ row }) => row)),
			},
		];
	});
}

/** Whether another source scored every day up to the last one, and all of them count. */
function areTotalsStated(days: readonly DayResults[]): boolean {
	return days.every(({ source }) => source === "soaring-spot") && days.at(-1)?.isAfterUncounted === false;
}

function placed(sums: readonly Sum[], after: DayResults, sourceHolds: boolean) {
	const present = sums.filter(({ lastDate }) => lastDate === after.date);
	const stated = sourceHolds && present.every(({ last }) => last.totalPoints !== null);
	const totals = sums.map((sum) =>
		stated && sum.lastDate === after.date ? { ...sum, points: sum.last.totalPoints ?? 0 } : sum,
	);
	const arePlacesStated =
		stated && present.length === sums.length && sums.every(({ last }) => last.totalPosition !== null);
	const placedTotals = totals.map((own) => ({
		...own,
		position: arePlacesStated ? (own.last.totalPosition ?? 0) : placeAmong(own, totals),
	}));
	return {
		rows: inOrder(
			placedTotals.map(({ described, position, points }) => ({
				...pick(described, "competitor", "registrationId", "startNumber", "name", "aeroclub", "glider"),
				...pick(described, "nation", "secondPilot"),
				disqualification: null,
				handicap: described.handicap,
				position,
				points,
				flightId: null,
			})),
		),
		partings: arePlacesStated ? [] : partingsOf(placedTotals),
	};
}

/** Says of those who have equal sums by what each is before the next one, as far as `placeAmong` parts them. */
function partingsOf(totals: readonly (Sum & { readonly position: number })[]): Parting[] {
	const sorted = totals.toSorted((one, other) => one.position - other.position);
	return sorted.flatMap((better, index) => {
		const other = sorted[index + 1];
		if (!other || better.points !== other.points || better.points === 0) return [];
		if (better.position === other.position || better.position > podiumPlaces) return [];
		const by = better.wins === other.wins ? "seconds" : "wins";
		const parted = (sum: Sum) => ({ ...pick(sum.described, "startNumber", "name"), times: sum[by] });
		return [{ points: better.points, by, better: parted(better), other: parted(other) } as const];
	});
}

/** Adds to each row of a total the points and places of each day. */
function withPlacesAfterDays(
	counted: readonly DayResults[],
	keyOf: KeyOf,
	rows: ReturnType<typeof placed>["rows"],
): TotalRow[] {
	const days = counted.map(
		(day): CountedDay => ({
			results: day.rows.flatMap((row) =>
				row.isGuest ? [] : [{ competitor: keyOf(row), ...pick(row, "points", "place") }],
			),
		}),
	);
	const courses = placesAfterDays(days);
	const best = Math.max(...rows.map(({ points }) => points));
	return rows.map((row) => {
		const key = keyOf(row);
		// The last place is the row's: the source of official results may decide ties in its own way.
		const places = [...(courses.get(key) ?? []).slice(0, -1), row.position];
		const before = places.at(-2) ?? null;
		return {
			...row,
			days: days.map(({ results }) => results.find((one) => one.competitor === key)?.points ?? null),
			places,
			gap: rounded(best - row.points),
			moved: before === null ? null : before - row.position,
		};
	});
}
