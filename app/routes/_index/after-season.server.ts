import { count, eq, sql } from "drizzle-orm";
import { newsList } from "~/lib/content/news-queries.server";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { first, preparedRead } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { allSheets, competitorSums, withSheets } from "~/lib/results/results-queries.server";
import { countedSheets, leaders, standingsOf } from "~/lib/results/standings";
import { areScoresShown, ofRow, sheetRows } from "~/lib/scoring/preliminary-scores.server";
import { competitionDays, dayScores, registrations, users } from "~db/schema";

const readSeason = preparedRead([], (db) => ({
	news: newsList(db),
	classes: allClasses(db),
	sheets: allSheets(db),
	sums: competitorSums(db),
	figures: first(seasonFigures(db)),
}));

/** Home when the competition is over, and for ever after. */
export async function readAfterSeason({ db, edition }: Ctx) {
	const { news, sums, figures, ...official } = await readSeason(db, {});
	const classes = withSheets(official).map(({ id, type, sheets: own }) => {
		const standings = standingsOf(
			own,
			sums.filter(({ classId }) => classId === id),
		);
		return {
			id,
			type,
			status: standings?.status ?? null,
			podium: standings ? leaders(standings.rows) : [],
			days: countedSheets(own).length,
		};
	});
	return {
		news,
		own: null,
		mayEnter: false,
		taskLinks: [],
		now: {
			kind: "after" as const,
			classes,
			/** Days on which a class was scored. */
			days: new Set(countedSheets(official.sheets).map(({ date }) => date)).size,
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

/** Query for what was flown on the tasks of a season: one row. The longest flight is the first of equal ones. */
function seasonFigures(db: Db) {
	const distance = ofRow<number>("distanceM");
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
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(sheetRows, sql`${distance} > 0`)
		.innerJoin(registrations, eq(registrations.id, ofRow("registrationId")))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(areScoresShown);
}
