import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { dayStrip, type StripDay } from "~/lib/days/day-strip";
import { allDays } from "~/lib/days/days-queries.server";
import type { Db } from "~/lib/db/client.server";
import { preparedRead } from "~/lib/db/read.server";
import { dateOfDay } from "~/lib/editions/competition-day";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { flightsOfClass, visibleFlights } from "~/lib/flights/flights-queries.server";
import { canReplay, replayPath } from "~/lib/flights/replay/replay-availability";
import { done, type Result, refuse } from "~/lib/result";
import { rulesInForce } from "~/lib/tasks/tasks-queries.server";
import { competitionDays, pilotDays } from "~db/schema";
import type { ClassOfResults } from "./class-totals.server";
import type { DayResults } from "./day-result";
import { resultsPath } from "./results-address";
import {
	choose,
	classOrFirst,
	lastDayWithResults,
	resultDaysOf,
	resultsOf,
	toResultDays,
	toResults,
} from "./results-queries.server";

/** The results page of a class on a day. */
export interface DailyResults {
	readonly classes: readonly ClassOfResults[];
	readonly chosen: ClassOfResults;
	/** Null when the class has no results of the day. */
	readonly shown: DayResults | null;
	/** Entries that are in the air on that day. */
	readonly flying: readonly string[];
	/** The days, with links to those that have results. */
	readonly strip: readonly StripDay[];
	/** Ids of flights that this reader may see, by entry. */
	readonly flights: Readonly<Record<string, string>>;
	/** Path of the replay; null without flights, or before they can be replayed. */
	readonly replay: string | null;
}

const readDaily = preparedRead(["classId", "dayId", "date"], (db, { classId, dayId, date }) => {
	const ofClass = classOrFirst(db, classId);
	const ofDay = sql<
		string | null
	>`coalesce(${dayOn(db, date)}, ${dayId}, ${lastDayWithResults(db, ofClass)})`;
	return {
		classes: allClasses(db),
		scored: resultDaysOf(db, { classId: ofClass }),
		...resultsOf(db, { classId: ofClass, dayId: ofDay }),
		flights: flightsOfClass(db, ofClass, [ofDay]),
		rules: rulesInForce(db, ofClass),
		days: allDays(db),
		flying: inTheAir(db, ofDay),
	};
});

/**
 * One batch: the database itself chooses when no class or day is named.
 * @param classId id or type, null for the first class @param named id, date or number of the day, null for the last one with results
 */
export async function dailyResultsOf(
	ctx: Ctx,
	classId: string | null,
	named: string | null,
): Promise<Result<DailyResults, "not-found">> {
	const onDate = named && dateOfDay(ctx.edition, named);
	const found = await readDaily(ctx.db, { classId, dayId: named, date: onDate });
	const { classes } = found;
	const chosen = choose(classes, classId);
	const day = found.days.find(({ id, date }) => id === named || date === onDate);
	if (!chosen || (named !== null && !day)) return refuse("not-found");
	const shown = toResults(found, ctx.actor?.id ?? null)[0] ?? null;
	const isOfDay = (row: { readonly dayId: string }) => row.dayId === shown?.dayId;
	const flights = visibleFlights(ctx, found.flights.filter(isOfDay));
	const rules = found.rules.find(isOfDay)?.rules ?? null;
	const isOpen = shown && Object.keys(flights).length > 0 && canReplay(ctx, shown.date, rules);
	const date = shown?.date ?? day?.date ?? null;
	const scored = toResultDays(found.scored);
	const isScored = (id: string) => scored.some((day) => day.dayId === id);
	return done({
		classes,
		chosen,
		shown,
		flying: found.flying.map(({ registrationId }) => registrationId),
		strip: dayStrip(ctx, found.days, date, ({ id }) =>
			isScored(id) ? resultsPath({ view: "daily", classId: chosen.id, dayId: id }) : null,
		),
		flights,
		replay: isOpen ? replayPath(ctx.edition, shown.date, chosen.type) : null,
	});
}

/** The id of the day on a date. @param date an expression, which may be null */
function dayOn(db: Db, date: SQL) {
	return db.select({ id: competitionDays.id }).from(competitionDays).where(eq(competitionDays.date, date));
}

/** Selects who flies on a day. @param dayId an expression for its id */
function inTheAir(db: Db, dayId: SQL) {
	const { registrationId, status } = pilotDays;
	return db
		.select({ registrationId })
		.from(pilotDays)
		.where(and(eq(pilotDays.dayId, dayId), eq(status, "FLYING")));
}
