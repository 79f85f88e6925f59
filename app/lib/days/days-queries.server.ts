import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { competitionDays } from "~db/schema";

/** Selects the days, sorted by date. */
export function allDays(db: Db) {
	return db.select().from(competitionDays).orderBy(asc(competitionDays.date));
}

export function dayById(db: Db, id: string) {
	return db.select().from(competitionDays).where(eq(competitionDays.id, id));
}

/** @param date local date, or an expression for it */
export function dayByDate(db: Db, date: string | SQL<string | null>) {
	return db.select().from(competitionDays).where(eq(competitionDays.date, date));
}

/**
 * `currentDay` as an expression, so that one batch can read the days and the rows of the current day.
 * @param today local date in Prague, or an expression
 */
export function currentDate(today: string | SQL<string>): SQL<string | null> {
	const { date } = competitionDays;
	return sql`coalesce(
		(SELECT max(${date}) FROM ${competitionDays} WHERE ${date} <= ${today}),
		(SELECT min(${date}) FROM ${competitionDays}))`;
}

interface Dated {
	/** Local date `YYYY-MM-DD`. */
	readonly date: string;
}

/**
 * Returns today's day: the first day before the competition, the last day after it, and the earlier one between two days. Undefined
 * when there are no days.
 * @param days sorted by date
 * @param today local date in Prague
 */
export function currentDay<D extends Dated>(days: readonly D[], today: string): D | undefined {
	return days.findLast(({ date }) => date <= today) ?? days[0];
}

/** The days up to and including the current one. @param days in the order of their dates */
export function daysUntilToday<D extends Dated>(days: readonly D[], today: string): readonly D[] {
	const current = currentDay(days, today);
	return current ? days.filter(({ date }) => date <= current.date) : [];
}
