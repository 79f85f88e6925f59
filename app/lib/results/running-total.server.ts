import { and, eq, type SQL } from "drizzle-orm";
import { allClasses } from "~/lib/classes/classes-queries.server";
import type { Ctx } from "~/lib/context";
import { aliased } from "~/lib/db/aliased.server";
import type { Db } from "~/lib/db/client.server";
import { done, type Result, refuse } from "~/lib/result";
import { pilotsOfClass, preliminaryPoints, type ScoredPilot } from "~/lib/scoring/preliminary-scores.server";
import { competitionDays, dailyResults } from "~db/schema";
import {
	allSheets,
	choose,
	classOrFirst,
	competitorSums,
	isCounted,
	type TotalResults,
	withSheets,
} from "./results-queries.server";
import { type CountedDay, type RunningRow, runningTotal } from "./running-total";
import { inOrder, type ResultRow, standingsOf, startNumberOf } from "./standings";

export interface RunningTotalRow extends ResultRow {
	/** Points by day; null where the competitor has no result. */
	readonly days: readonly (number | null)[];
}

/** The official and the preliminary days of a class, summed. */
export interface RunningTotal {
	/** By date. */
	readonly days: readonly Omit<CountedDay, "results">[];
	/** Of the newest preliminary day. */
	readonly updatedAt: Date;
	readonly rows: readonly RunningTotalRow[];
}

export interface TotalsOfClass extends TotalResults {
	/** Null without a preliminary day: then the official standings hold. */
	readonly running: RunningTotal | null;
}

/** The total results as the page shows them; the API has `totalResults`. @param classId null for the first class */
export async function totalsOfClass(
	{ db }: Ctx,
	classId: string | null,
): Promise<Result<TotalsOfClass, "not-found">> {
	const ofClass = classOrFirst(db, classId);
	const [classRows, sheetRows, sums, official, preliminary, pilots] = await db.batch([
		allClasses(db),
		allSheets(db),
		competitorSums(db, ofClass),
		officialPoints(db, ofClass),
		preliminaryPoints(db, ofClass),
		pilotsOfClass(db, ofClass),
	]);
	const classes = withSheets(classRows, sheetRows);
	const chosen = choose(classes, classId);
	if (!chosen) return refuse("not-found");
	const running = preliminary.length === 0 ? null : totalOf(official, preliminary, pilots);
	return done({ classes, chosen, standings: standingsOf(chosen.sheets, sums), running });
}

/** Query for every official result of a class. */
function officialPoints(db: Db, ofClass: SQL) {
	return db
		.select({
			dayId: dailyResults.dayId,
			dayName: aliased(competitionDays.name, "day_name"),
			date: competitionDays.date,
			registrationId: dailyResults.registrationId,
			competitor: dailyResults.competitor,
			name: aliased(dailyResults.name, "competitor_name"),
			aeroclub: dailyResults.aeroclub,
			glider: dailyResults.glider,
			handicap: dailyResults.handicap,
			points: dailyResults.points,
			place: dailyResults.position,
		})
		.from(dailyResults)
		.innerJoin(competitionDays, eq(competitionDays.id, dailyResults.dayId))
		.where(and(isCounted, eq(dailyResults.competitionClassId, ofClass)))
		.orderBy(competitionDays.date);
}

type Official = Awaited<ReturnType<typeof officialPoints>>[number];
type Preliminary = Awaited<ReturnType<typeof preliminaryPoints>>[number];
type Described = Omit<RunningTotalRow, keyof RunningRow>;

function totalOf(
	official: readonly Official[],
	preliminary: readonly Preliminary[],
	pilots: readonly ScoredPilot[],
): RunningTotal {
	// A result may be bound to its entry on one day and not on another.
	const entryOf = new Map(
		official.flatMap(({ competitor, registrationId }) =>
			registrationId === null ? [] : [[competitor, registrationId]],
		),
	);
	const keyOf = ({ competitor }: Official) => entryOf.get(competitor) ?? competitor;
	const days = new Map<string, CountedDay & { readonly results: CountedDay["results"][number][] }>();
	const add = (row: Official | Preliminary, isPreliminary: boolean, competitor: string) => {
		const { dayId, dayName, date, points, place } = row;
		const day = days.get(dayId) ?? { dayId, dayName, date, isPreliminary, results: [] };
		days.set(dayId, day);
		day.results.push({ competitor, points, place });
	};
	for (const row of official) add(row, false, keyOf(row));
	for (const row of preliminary) add(row, true, row.registrationId);

	const described = describedBy(official, preliminary, pilots, keyOf);
	const ordered = [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
	return {
		days: ordered.map(({ results: _, ...day }) => day),
		updatedAt: new Date(Math.max(...preliminary.map(({ computedAt }) => computedAt.getTime()))),
		rows: inOrder(
			runningTotal(ordered).flatMap(({ competitor, ...row }) => {
				const who = described.get(competitor);
				return who ? [{ ...who, ...row }] : [];
			}),
		),
	};
}

/** What a table says of each competitor: what the official scorer last said, else the entry. */
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
			startNumber,
			name: `${name} ${surname}`,
			aeroclub,
			glider,
			handicap,
			flightId: null,
		});
	}
	for (const row of official) {
		const { name, aeroclub, glider, handicap } = row;
		const startNumber = startNumberOf(row);
		described.set(keyOf(row), { startNumber, name, aeroclub, glider, handicap, flightId: null });
	}
	return described;
}
