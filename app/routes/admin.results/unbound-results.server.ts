import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { anonymousResult } from "~/lib/accounts/erase-account.server";
import type { Db } from "~/lib/db/client.server";
import { startNumberOf } from "~/lib/results/standings";
import { competitionClasses, competitionDays, dailyResults } from "~db/schema";

/** Query for the named results that no entry is bound to, by competitor and date. */
export function unboundResults(db: Db) {
	const { competitor, name, registrationId } = dailyResults;
	return db
		.select({ type: competitionClasses.type, competitor, name, date: competitionDays.date })
		.from(dailyResults)
		.innerJoin(competitionClasses, eq(competitionClasses.id, dailyResults.competitionClassId))
		.innerJoin(competitionDays, eq(competitionDays.id, dailyResults.dayId))
		.where(and(isNull(registrationId), ne(name, anonymousResult.name)))
		.orderBy(asc(competitionClasses.name), asc(competitor), asc(competitionDays.date));
}

type Row = Awaited<ReturnType<typeof unboundResults>>[number];

interface UnboundCompetitor extends Pick<Row, "type"> {
	readonly key: string;
	/** Start number, if the source has it, and name. */
	readonly known: string;
	readonly dates: string[];
}

/** One line for each competitor, with the dates of their results. */
export function toUnboundCompetitors(rows: readonly Row[]): UnboundCompetitor[] {
	const lines = new Map<string, UnboundCompetitor>();
	for (const { type, competitor, name, date } of rows) {
		const key = `${type} ${competitor}`;
		const line = lines.get(key);
		if (line) line.dates.push(date);
		else {
			const number = startNumberOf({ competitor, name });
			lines.set(key, { key, type, known: number ? `${number} ${name}` : name, dates: [date] });
		}
	}
	return [...lines.values()];
}
