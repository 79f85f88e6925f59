import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isPilotDay } from "~/lib/db/conditions.server";
import { flown, isClassFlown } from "~/lib/db/flown.server";
import { isReplayed } from "~/lib/flights/replay/replay-queries.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { pick } from "~/lib/pick";
import type { DayResults, OurFigures } from "~/lib/results/day-result";
import { ofRow, scoredRows } from "~/lib/scoring/scored-rows.server";
import { areScoresShown } from "~/lib/scoring/whose-results-hold.server";
import type { ClassType } from "~db/enums";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	type FlightResult,
	igcFiles,
	igcFileVersions,
	pilotDays,
	registrations,
	replays,
	users,
} from "~db/schema";

/** A class on a day, as the address names them. */
interface NamedClassDay {
	/** Local date. */
	readonly date: string;
	readonly classType: ClassType;
}

const highest = sql<number | null>`json_extract(${igcFileVersions.receipt}, '$.figures.highest.altitude')`;

/** A competitor may have several flights. */
export function replayedFlights(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({
			igcFileId: igcFiles.id,
			registrationId: registrations.id,
			startNumber: flown.startNumber,
			...pick(users, "name", "surname"),
			/** Metres; null when no altitude is plausible. */
			highestM: highest,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.leftJoin(pilotDays, isPilotDay(competitionDays.id))
		.innerJoin(competitionClasses, isClassFlown)
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType), isReplayed))
		.orderBy(asc(igcFiles.flightNumber));
}

type ReplayedFlight = Awaited<ReturnType<typeof replayedFlights>>[number];

export function packOfClass(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({ digest: replays.digest, size: replays.size })
		.from(replays)
		.innerJoin(competitionDays, eq(competitionDays.id, replays.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, replays.competitionClassId))
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType)));
}

/** Selects how the flights of a class were flown against its task, by entry: a sheet has what explains its scores. */
export function flownAgainstTask(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({
			registrationId: ofRow<string>("registrationId"),
			result: sql`json_extract(scored.value, '$.flight')`.mapWith(
				(text: string) => JSON.parse(text) as FlightResult,
			),
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dayScores.competitionClassId))
		.innerJoin(scoredRows, sql`${ofRow("flight")} IS NOT NULL`)
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType), areScoresShown));
}

/** How far somebody is behind the first of the table. */
export type Gap =
	| { readonly kind: "time"; readonly seconds: number }
	| { readonly kind: "speed"; readonly kmh: number }
	| { readonly kind: "distance"; readonly metres: number };

/** A competitor's flight, as table and replay show it. */
export interface ReplayRow extends ReplayedFlight {
	/** In the results of the day; null without one. */
	readonly place: number | null;
	/** Milliseconds since 1970. */
	readonly start: number | null;
	readonly finish: number | null;
	/** Metres. */
	readonly distanceM: number | null;
	readonly speedKmh: number | null;
	/** Null for the first competitor, and without a score. */
	readonly gap: Gap | null;
	/** Against the task; null when the log was not evaluated. */
	readonly result: FlightResult | null;
}

interface Scored {
	/** Results of the class on the day; absent when it has none that visitors see. */
	readonly day: DayResults | undefined;
	/** Rows of `flownAgainstTask`. */
	readonly flown: Awaited<ReturnType<typeof flownAgainstTask>>;
	readonly isRace: boolean;
}

/**
 * The fastest first, then those who are out by distance, then those without a score by start number. Official results have neither start
 * nor finish, so the figures are ours.
 * @param flights of one competitor, the earliest counts
 */
export function replayRows(flights: readonly ReplayedFlight[], { day, flown, isRace }: Scored): ReplayRow[] {
	const scored = new Map(day?.rows.map(({ registrationId, ours }) => [registrationId, ours ?? undefined]));
	const places = new Map(day?.rows.map(({ registrationId, place }) => [registrationId, place]));
	const results = new Map(flown.map(({ registrationId, result }) => [registrationId, result]));
	const rows = sortedByStartNumber(onePerEntry(flights))
		.map((flight) => ({ flight, score: scored.get(flight.registrationId) }))
		.sort((a, b) => rankOf(b.score) - rankOf(a.score));
	const first = rows[0]?.score;
	return rows.map(({ flight, score }) => ({
		...flight,
		place: places.get(flight.registrationId) ?? null,
		start: score?.start ?? null,
		finish: score?.finish ?? null,
		distanceM: score?.distanceM ?? null,
		speedKmh: score?.speedKmh ?? null,
		gap: score && first && score !== first ? gapBetween(first, score, isRace) : null,
		result: (score && results.get(flight.registrationId)) ?? null,
	}));
}

function onePerEntry(flights: readonly ReplayedFlight[]): ReplayedFlight[] {
	const entries = new Map<string, ReplayedFlight>();
	for (const flight of flights) {
		const earlier = entries.get(flight.registrationId) ?? flight;
		const highestM = Math.max(earlier.highestM ?? -Infinity, flight.highestM ?? -Infinity);
		entries.set(flight.registrationId, {
			...earlier,
			highestM: Number.isFinite(highestM) ? highestM : null,
		});
	}
	return [...entries.values()];
}

/** Kilometres, more than the longest flight: a finisher stands before all who have not finished. */
const aboveDistances = 1e5;

function rankOf(score: OurFigures | undefined): number {
	if (!score) return -1;
	return score.speedKmh === null ? (score.distanceM ?? 0) / 1000 : aboveDistances + score.speedKmh;
}

/** Null when there is nothing to compare. */
function gapBetween(first: OurFigures, score: OurFigures, isRace: boolean): Gap | null {
	if (first.speedKmh !== null && score.speedKmh !== null) {
		if (isRace && first.timeS !== null && score.timeS !== null)
			return { kind: "time", seconds: score.timeS - first.timeS };
		return { kind: "speed", kmh: first.speedKmh - score.speedKmh };
	}
	if (first.distanceM === null || score.distanceM === null) return null;
	return { kind: "distance", metres: first.distanceM - score.distanceM };
}
