import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isElsewhere } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { first, read } from "~/lib/db/read.server";
import { pick } from "~/lib/pick";
import { done, refuse, type ValueOf } from "~/lib/result";
import {
	competitionClasses,
	competitionDays,
	type DayScores,
	dayScores,
	protests,
	registrations,
	results,
	resultTables,
} from "~db/schema";
import { isExplained } from "./day-scores";
import { isFar, isFast } from "./points";
import { pilotsOfClass, type ScoredPilot } from "./scored-pilots.server";
import { areScoresShown } from "./whose-results-hold.server";

/** The competitors behind the numbers of a day, so that a reader can check them. */
export interface DayBreakdown {
	/** How many of N, n1 and n2 have a flight, by a log or by the scorer's decision. The others are presumed. */
	readonly flown: { readonly n: number; readonly n1: number; readonly n2: number };
	/** How many of N have launched but sent no log in time. */
	readonly missing: number;
	/** The competitors with the best distance, and what one of them flew. Zeros when nobody flew any. */
	readonly farthest: BestBy & { readonly distanceM: number };
	/** The competitors with the best speed, and what one of them flew. Zeros when nobody finished. */
	readonly fastest: BestBy & { readonly speedKmh: number };
}

interface BestBy {
	readonly startNumbers: readonly string[];
	/** Handicap of the competitor whose figure is shown. */
	readonly handicap: number;
}

/** The score of a competitor on a day, with all that explains it. It stays when the official results come, so that links to it work. */
export async function explainedScore({ db }: Ctx, dayId: string, registrationId: string) {
	const ofClass = sql`(SELECT ${classOn(dayId)} FROM ${registrations} WHERE ${registrations.id} = ${registrationId})`;
	const { stored, pilots, classes, official } = await read(db, {
		stored: first(computedScores(db, ofClass, dayId)),
		pilots: pilotsOfClass(db, { dayId, classId: ofClass }),
		classes: db
			.select({ id: competitionClasses.id, type: competitionClasses.type })
			.from(competitionClasses)
			.where(eq(competitionClasses.id, ofClass)),
		official: first(
			db
				.select({ points: results.points, position: results.place })
				.from(resultTables)
				.leftJoin(
					results,
					and(
						eq(results.dayId, resultTables.dayId),
						eq(results.competitionClassId, resultTables.competitionClassId),
						eq(results.isOurs, false),
						eq(results.registrationId, registrationId),
					),
				)
				.where(isElsewhere({ dayId, classId: ofClass })),
		),
	});
	const pilot = pilots.find((one) => one.registrationId === registrationId);
	if (!stored || !pilot || !classes[0]) return refuse("not-found");
	const { sheet: whole, ...rest } = stored;
	const { rows, ...sheet } = whole;
	const row = rows.find((one) => one.registrationId === registrationId);
	if (!row || !isExplained(row)) return refuse("not-found");
	return done({
		...rest,
		classId: classes[0].id,
		classType: classes[0].type,
		sheet,
		breakdown: breakdownOf(whole, pilots),
		row,
		pilot,
		/** What an official scorer elsewhere gave; null as long as the class has no such results of the day. */
		official: official ?? null,
	});
}

export type ExplainedScore = ValueOf<typeof explainedScore>;

/** Selects what our engine computed of a class on a day, also after the official scorer has results. */
function computedScores(db: Db, classId: SQL, dayId: string) {
	return db
		.select({
			...pick(dayScores, "state", "stateSince", "protestsUntil", "protestsUntilReason"),
			...pick(dayScores, "revision", "reopenedAt", "reopenReason"),
			openProtests: sql<number>`(SELECT count(*) FROM ${protests} WHERE ${protests.dayId} = ${dayScores.dayId}
				AND ${protests.competitionClassId} = ${dayScores.competitionClassId} AND ${protests.outcome} IS NULL)`,
			dayId: dayScores.dayId,
			dayName: competitionDays.name,
			date: competitionDays.date,
			...pick(dayScores, "sheet", "computedAt", "engine"),
		})
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.where(and(eq(dayScores.competitionClassId, classId), eq(dayScores.dayId, dayId), areScoresShown));
}

function breakdownOf({ day, task, rows }: DayScores, pilots: readonly ScoredPilot[]): DayBreakdown {
	const flights = rows.flatMap(({ dhM, vhKmh, ...row }) =>
		row.guest || dhM === null ? [] : [{ ...row, dhM, vhKmh: vhKmh ?? 0 }],
	);
	const flown = {
		n: flights.length,
		n1: flights.filter(({ dhM }) => isFar(dhM, task.dmKm)).length,
		n2: flights.filter(({ vhKmh }) => isFast(vhKmh, day.voKmh)).length,
	};
	const bestBy = (best: typeof flights) => ({
		startNumbers: pilots
			.filter((pilot) => best.some((row) => row.registrationId === pilot.registrationId))
			.map(({ startNumber }) => startNumber),
		handicap: best[0]?.handicap ?? 1,
	});
	const farthest = flights.filter(({ dhM }) => dhM > 0 && dhM === day.doM);
	const fastest = flights.filter(({ vhKmh }) => vhKmh > 0 && vhKmh === day.voKmh);
	return {
		flown,
		missing: day.n - flown.n - day.presumed,
		farthest: { ...bestBy(farthest), distanceM: farthest[0]?.distanceM ?? 0 },
		fastest: { ...bestBy(fastest), speedKmh: fastest[0]?.speedKmh ?? 0 },
	};
}
