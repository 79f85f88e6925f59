import { and, asc, gt, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isMovedIn } from "~/lib/db/conditions.server";
import { usesOf } from "~/lib/db/uses.server";
import { datesBetween } from "~/lib/editions/prague-time";
import { competitionDays } from "~db/schema";
import type { Edition } from "~editions/schema";

type Season = Pick<Edition["competition"], "from" | "to">;

/** The name of a day outside of the dates: `12. 7.` */
const nameByDate = sql<string>`CAST(strftime('%d', ${competitionDays.date}) AS INTEGER) || '. ' ||
	CAST(strftime('%m', ${competitionDays.date}) AS INTEGER) || '.'`;

/** Condition: this site has named the day, not an organiser, and not the site before it. */
const isNamedBySite = sql`((${competitionDays.name} GLOB 'Den [0-9]*' OR ${competitionDays.name} = ${nameByDate})
	AND NOT ${isMovedIn(competitionDays.id)})`;

/** Condition: the day has a task, or a row of any table is about it. */
const isUsed = or(ne(competitionDays.task, "NO_TASK"), ...usesOf(competitionDays).map((use) => use.isUsed));

function isOutside({ from, to }: Season) {
	return or(lt(competitionDays.date, from), gt(competitionDays.date, to));
}

/** The name of a day of the season: "Den 1". Outside of it, a day has its date. Clients of the API translate the word. */
function nameIn({ from, to }: Season): SQL<string> {
	const { date } = competitionDays;
	return sql`CASE WHEN ${date} BETWEEN ${from} AND ${to}
		THEN 'Den ' || CAST(julianday(${date}) - julianday(${from}) + 1 AS INTEGER)
		ELSE ${nameByDate} END`;
}

/**
 * Statements that make the days fit the dates of an edition: days outside that nothing uses go, and the others are numbered anew. A day that
 * an organiser has named stays as it is. Run again, they change nothing.
 */
export function fitDays(db: Db, season: Season, now: Date) {
	return [
		db.delete(competitionDays).where(and(isOutside(season), isNamedBySite, not(isUsed as SQL))),
		db
			.update(competitionDays)
			.set({ name: nameIn(season), updatedAt: now, version: sql`${competitionDays.version} + 1` })
			.where(and(isNamedBySite, ne(competitionDays.name, nameIn(season)))),
	];
}

/** The statements of {@link fitDays}, and those that add the days that are missing. */
export function reconcileDays(db: Db, season: Season, now: Date) {
	const added = datesBetween(season.from, season.to).map((date, index) =>
		db
			.insert(competitionDays)
			.values({ id: crypto.randomUUID(), name: `Den ${index + 1}`, date, task: "NO_TASK", updatedAt: now })
			.onConflictDoNothing(),
	);
	return [...fitDays(db, season, now), ...added];
}

/** Selects what {@link fitDays} would make of each day that it changes or keeps outside of the dates. */
export function reconciledDays(db: Db, season: Season) {
	const { date, name } = competitionDays;
	const vanishes = sql<boolean>`${and(isOutside(season), isNamedBySite, not(isUsed as SQL))}`.mapWith(
		Boolean,
	);
	const staysOutside = sql<boolean>`${isOutside(season)}`.mapWith(Boolean);
	return db
		.select({ date, name, vanishes, staysOutside, newName: nameIn(season) })
		.from(competitionDays)
		.orderBy(asc(date));
}
