import { sql } from "drizzle-orm";
import {
	competitionDays,
	competitorStatuses,
	dailyResults,
	igcFiles,
	registrations,
	scoreDecisions,
} from "~db/schema";

const isOf = (
	table: typeof igcFiles | typeof dailyResults | typeof scoreDecisions | typeof competitorStatuses,
) => sql`${table.registrationId} = ${registrations.id} AND ${table.dayId} = flown_day.id`;

/**
 * Expression for the date of the last day that an entry has flown; null without one. A launch, a log that scores and a result say so, of the
 * official scorer or by an override here. Who has flown withdraws instead of losing the acceptance, and the days until then stay.
 */
export const flownUntil = sql<string | null>`(SELECT max(flown_day.date) FROM ${competitionDays} AS flown_day
	WHERE EXISTS (SELECT 1 FROM ${competitorStatuses} WHERE ${isOf(competitorStatuses)}
			AND ${competitorStatuses.status} IN ('FLYING', 'OUTLANDING', 'HOME'))
		OR EXISTS (SELECT 1 FROM ${igcFiles} WHERE ${isOf(igcFiles)} AND ${igcFiles.currentVersionId} IS NOT NULL
			AND ${igcFiles.standing} = 'scores')
		OR EXISTS (SELECT 1 FROM ${dailyResults} WHERE ${isOf(dailyResults)})
		OR EXISTS (SELECT 1 FROM ${scoreDecisions} WHERE ${isOf(scoreDecisions)} AND ${scoreDecisions.override} IS NOT NULL))`;
