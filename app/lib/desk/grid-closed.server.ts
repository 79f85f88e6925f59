import { and, eq, exists, or, type SQL } from "drizzle-orm";
import { isAtDesk } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { competitionClasses, competitionDays, dayScores, resultTables } from "~db/schema";
import { endOfDesk } from "./duty-links.server";

/*
 * When the grid of a class stays as it is. The pages ask the same functions as the use cases, so that no request by hand does more than
 * the buttons that are shown.
 */

/** Selects the classes that have official results of a day, from here or elsewhere. @param isDay condition of the day */
export function officialClasses(db: Db, isDay: SQL) {
	const { id, type } = competitionClasses;
	const isOf = (table: typeof dayScores | typeof resultTables) =>
		and(eq(table.dayId, competitionDays.id), eq(table.competitionClassId, id));
	const scored = db
		.select()
		.from(dayScores)
		.where(and(isOf(dayScores), eq(dayScores.state, "official")));
	const stored = db
		.select()
		.from(resultTables)
		.where(and(isOf(resultTables), eq(resultTables.status, "official")));
	return db
		.select({ type })
		.from(competitionClasses)
		.innerJoin(competitionDays, isDay)
		.where(or(exists(scored), exists(stored)));
}

export type OfficialClasses = Awaited<ReturnType<typeof officialClasses>>;

interface ClassOfDate {
	/** Local date of the day. */
	readonly date: string;
	readonly classType: string;
}

export type GridClosed = "day-over" | "results-closed";

/**
 * Why nobody scratches, takes back or draws any more: the results are official, or the day is over. For a pilot it ends at midnight, for
 * the desk with its night.
 * @param at time of the tap
 */
export function gridClosedBy(
	ctx: Ctx,
	{ date, classType }: ClassOfDate,
	official: OfficialClasses,
	at: Date = ctx.now,
): GridClosed | null {
	if (official.some(({ type }) => type === classType)) return "results-closed";
	const isOver = isAtDesk(ctx) ? at >= endOfDesk(date) : date < pragueDate(at);
	return isOver ? "day-over" : null;
}

/**
 * Why nobody notes a launch of one pilot: the day has not begun. A launch that was forgotten is noted after the day, too: who has launched
 * must come home.
 * @param date local date of the day
 * @param at time of the tap
 */
export const launchClosedBy = (date: string, at: Date) => (date > pragueDate(at) ? "day-ahead" : null);

/** Why nobody launches a row by one tap: after midnight nobody knows the times of so many. @param at time of the tap */
export const rowClosedBy = (date: string, at: Date) =>
	launchClosedBy(date, at) ?? (date < pragueDate(at) ? "day-over" : null);
