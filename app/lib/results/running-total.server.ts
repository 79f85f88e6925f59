import type { SQL } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { countStatuses, isInTheAir } from "~/lib/days/statuses/count-statuses.server";
import type { Db } from "~/lib/db/client.server";
import { type Results, read } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import { pilotsOfClass, preliminaryPoints, type ScoredPilot } from "~/lib/scoring/preliminary-scores.server";
import { changedAt, placesMayChange } from "~/lib/scoring/score-sheet";
import { type ResultStatus, resultStatuses } from "~db/enums";
import {
	allSheets,
	choose,
	classOrFirst,
	officialPoints,
	type TotalResults,
	withSheets,
} from "./results-queries.server";
import { type CountedDay, placesAfterDays, rounded, runningTotal } from "./running-total";
import {
	type ClassWithTables,
	inOrder,
	type ResultRow,
	scoredPodium,
	standingsOf,
	startNumberOf,
} from "./standings";

/** A competitor in the total. Lists have one value for each day. */
export interface TotalRow extends ResultRow {
	/** Points by day; null on days without a result. */
	readonly days: readonly (number | null)[];
	/** Place in the total after each day; null before the first result. */
	readonly places: readonly (number | null)[];
	/** Points behind the first one. */
	readonly gap: number;
	/** Places won since the day before, negative when lost; null when there is no place to compare with. */
	readonly moved: number | null;
}

/** The sums of a class over its days. */
export interface ClassTotal {
	/** The days, sorted by date. */
	readonly days: readonly Omit<CountedDay, "results">[];
	/** Status of the least final day. */
	readonly status: ResultStatus;
	readonly updatedAt: Date;
	/** Whether the places of a preliminary day may change: see `placesMayChange`. */
	readonly mayChange: boolean;
	/** Name of the preliminary day that is not in it, as the class still flies; null for none. */
	readonly leftOut: string | null;
	readonly rows: readonly TotalRow[];
}

export interface TotalsOfClass extends Omit<TotalResults, "standings"> {
	/** Null while no day is scored. It includes preliminary days of our own. Without such days it is the official standings. */
	readonly total: ClassTotal | null;
}

/** The total results as the page shows them; the API has `totalResults`. @param classId null for the first class */
export async function totalsOfClass(
	{ db, now }: Ctx,
	classId: string | null,
): Promise<Result<TotalsOfClass, "not-found">> {
	const ofClass = classOrFirst(db, classId);
	const today = pragueDate(now);
	const found = await read(db, {
		classes: allClasses(db),
		sheets: allSheets(db),
		statuses: countStatuses(db, today),
		...summedRows(db, ofClass),
	});
	const classes = withSheets(found);
	const chosen = choose(classes, classId);
	if (!chosen) return refuse("not-found");
	const flown = isInTheAir(found.statuses, chosen.id) ? today : null;
	return done({ classes, chosen, total: totalOfClass(chosen, found, flown) });
}

export interface ClassWithTotal extends ClassWithTables {
	/** The same as in `TotalsOfClass`. */
	readonly total: ClassTotal | null;
}

/** The totals of all classes, as the page shows them. */
export async function totals({ db, now }: Ctx): Promise<readonly ClassWithTotal[]> {
	const today = pragueDate(now);
	const found = await read(db, {
		classes: allClasses(db),
		sheets: allSheets(db),
		statuses: countStatuses(db, today),
		...summedRows(db),
	});
	return withSheets(found).map((one) => {
		const flown = isInTheAir(found.statuses, one.id) ? today : null;
		return { ...one, total: totalOfClass(one, found, flown) };
	});
}

/** Who has the medals of a competition that is over, by class. A class without points is left out. */
export function classPodiums(classes: readonly ClassWithTotal[]) {
	return classes.flatMap(({ id, type, total }) => {
		const podium = total ? scoredPodium(total.rows) : [];
		return total && podium.length > 0
			? [{ id, type, status: total.status, podium, days: total.days.length }]
			: [];
	});
}

export type ClassPodium = ReturnType<typeof classPodiums>[number];

/** Selects all rows to sum. @param ofClass the class; all classes without it */
export function summedRows(db: Db, ofClass?: SQL) {
	return {
		officialDays: officialPoints(db, ofClass),
		preliminaryDays: preliminaryPoints(db, ofClass),
		pilots: pilotsOfClass(db, ofClass),
	};
}

/**
 * The total of a class, as every page shows it. It includes preliminary days of our own. Without such days it is the official
 * standings. Null while no day is scored.
 * @param summed the results of `summedRows`, also of other classes
 * @param flown date of the day on which the class is in the air; null when it is not. As a preliminary day it is left out: its
 * first logs would put their pilots above everybody who still flies.
 */
export function totalOfClass(
	{ id, sheets }: ClassWithTables,
	summed: Results<ReturnType<typeof summedRows>>,
	flown: string | null,
): ClassTotal | null {
	const own = <Row extends { readonly classId: string }>(rows: readonly Row[]) =>
		rows.filter(({ classId }) => classId === id);
	const official = own(summed.officialDays);
	const scored = own(summed.preliminaryDays);
	const preliminary = scored.filter(({ date }) => date !== flown);
	const leftOut = scored.find(({ date }) => date === flown)?.dayName ?? null;
	const standings = standingsOf(sheets, official);
	const counted = countedDays(official, preliminary);
	const changed = preliminary.map((row) => changedAt(row).getTime());
	if (changed.length === 0)
		return (
			standings && {
				...standings,
				mayChange: false,
				leftOut,
				...withPlacesAfterDays(counted, standings.rows),
			}
		);
	const described = describedBy(official, preliminary, own(summed.pilots), counted.keyOf);
	const statuses = [...preliminary.map(({ state }) => state), ...(standings ? [standings.status] : [])];
	const rows = runningTotal(counted.days).flatMap(({ competitor, position, points }) => {
		const who = described.get(competitor);
		return who ? [{ ...who, position, points }] : [];
	});
	return {
		status: resultStatuses.find((one) => statuses.includes(one)) ?? "preliminary",
		updatedAt: new Date(Math.max(...changed)),
		mayChange: preliminary.some(placesMayChange),
		leftOut,
		...withPlacesAfterDays(counted, inOrder(rows)),
	};
}

type Official = Awaited<ReturnType<typeof officialPoints>>[number];
type Preliminary = Awaited<ReturnType<typeof preliminaryPoints>>[number];
type Described = Omit<ResultRow, "position" | "points">;

interface Counted {
	readonly days: readonly CountedDay[];
	/** Returns the key of a competitor, which is the same on official and on preliminary days. */
	readonly keyOf: (row: Pick<ResultRow, "competitor" | "registrationId">) => string;
}

function countedDays(official: readonly Official[], preliminary: readonly Preliminary[]): Counted {
	// A result may be bound to its entry on one day and not on another.
	const entryOf = new Map(
		official.flatMap(({ competitor, registrationId }) =>
			registrationId === null ? [] : [[competitor, registrationId]],
		),
	);
	const keyOf: Counted["keyOf"] = ({ competitor }) => entryOf.get(competitor) ?? competitor;
	const days = new Map<string, CountedDay & { readonly results: CountedDay["results"][number][] }>();
	const add = (row: Official | Preliminary, isPreliminary: boolean, competitor: string) => {
		const { dayId, dayName, date, points, place } = row;
		const day = days.get(dayId) ?? { dayId, dayName, date, isPreliminary, results: [] };
		days.set(dayId, day);
		day.results.push({ competitor, points, place });
	};
	for (const row of official) add(row, false, keyOf(row));
	for (const row of preliminary) add(row, true, row.registrationId);
	return { days: [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)), keyOf };
}

/** Adds to each row of a total the points and places of each day. */
function withPlacesAfterDays(
	{ days, keyOf }: Counted,
	rows: readonly ResultRow[],
): Pick<ClassTotal, "days" | "rows"> {
	const courses = placesAfterDays(days);
	const best = Math.max(...rows.map(({ points }) => points));
	return {
		days: days.map(({ results: _, ...day }) => day),
		rows: rows.map((row) => {
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
		}),
	};
}

/** The description of each competitor in the table: that of the last official result, else that of the entry. */
function describedBy(
	official: readonly Official[],
	preliminary: readonly Preliminary[],
	pilots: readonly ScoredPilot[],
	keyOf: (row: Official) => string,
): ReadonlyMap<string, Described> {
	const pilotOf = new Map(pilots.map((pilot) => [pilot.registrationId, pilot]));
	const described = new Map<string, Described>();
	for (const { registrationId, handicap } of preliminary) {
		const pilot = pilotOf.get(registrationId);
		if (!pilot) continue;
		const { startNumber, name, surname, aeroclub, glider } = pilot;
		described.set(registrationId, {
			competitor: registrationId,
			registrationId,
			startNumber,
			name: `${name} ${surname}`,
			aeroclub,
			glider,
			handicap,
			flightId: null,
		});
	}
	for (const row of official) {
		described.set(keyOf(row), {
			...pick(row, "competitor", "registrationId", "name", "aeroclub", "glider", "handicap"),
			startNumber: startNumberOf(row),
			flightId: null,
		});
	}
	return described;
}
