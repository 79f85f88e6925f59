import { and, count, eq, gt, sql } from "drizzle-orm";
import { newsOfPage } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { first, preparedParts } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { validDays } from "~/lib/results/class-total";
import { classPodiums, withTotal } from "~/lib/results/class-totals.server";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { areScoresShown } from "~/lib/scoring/whose-results-hold.server";
import { competitionDays, dayScores, registrations, results, users } from "~db/schema";
import { lackOf } from "./lacking-parts.server";

const readSeason = preparedParts([], (db) => ({
	news: newsOfPage(db),
	classes: allClasses(db),
	...resultsOf(db, {}),
	figures: first(seasonFigures(db)),
}));

/** Home when the competition is over, and for ever after. */
export async function readAfterSeason({ db, edition, language }: Ctx) {
	const { found, failed } = await readSeason(db, {});
	const { news, figures } = found;
	const lacks = lackOf(failed);
	const held = toResults(found, null);
	// Without a part of the results the total would be wrong.
	const summed = lacks("results") ? [] : found.classes.map((one) => withTotal(one, held, null));
	return {
		failed,
		news,
		own: null,
		mayEnter: false,
		taskLinks: [],
		now: {
			kind: "after" as const,
			classes: classPodiums(summed, language),
			/** Days that count in a class. */
			days: new Set(summed.flatMap(({ total }) => (total ? validDays(total) : [])).map(({ date }) => date))
				.size,
			flown:
				figures && figures.distanceM !== null && figures.longestM !== null
					? {
							flights: figures.flights,
							distanceM: figures.distanceM,
							longest: {
								distanceM: figures.longestM,
								pilot: figures.pilot ?? "",
								day: dayPath(edition, figures.date),
							},
						}
					: null,
		},
	};
}

export type AfterSeason = Awaited<ReturnType<typeof readAfterSeason>>["now"];

/** Selects the figures of the season's flights on tasks by our engine, in one row. Among flights of equal length it names one. */
function seasonFigures(db: Db) {
	const distance = results.distanceM;
	return db
		.select({
			flights: count(),
			/** Metres; null without flights. */
			distanceM: sql<number | null>`sum(${distance})`,
			// SQLite takes the columns without an aggregate from the row with this maximum ("bare columns").
			longestM: sql<number | null>`max(${distance})`,
			pilot: sql<string | null>`${users.name} || ' ' || ${users.surname}`,
			date: competitionDays.date,
		})
		.from(results)
		.innerJoin(competitionDays, eq(competitionDays.id, results.dayId))
		.innerJoin(
			dayScores,
			and(eq(dayScores.dayId, results.dayId), eq(dayScores.competitionClassId, results.competitionClassId)),
		)
		.innerJoin(registrations, eq(registrations.id, results.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(results.isOurs, true), gt(distance, 0), areScoresShown));
}
