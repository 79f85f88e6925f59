import { allClasses } from "~/lib/classes/classes-queries.server";
import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/days/day-path";
import { preparedBatch } from "~/lib/db/prepared-batch.server";
import { newsList } from "~/lib/news/news-queries.server";
import { allSheets, competitorSums, withSheets } from "~/lib/results/results-queries.server";
import { countedSheets, podium, standingsOf } from "~/lib/results/standings";
import { seasonFigures } from "./season-queries.server";

const seasonQueries = preparedBatch(
	[],
	(db) => [newsList(db), allClasses(db), allSheets(db), competitorSums(db), seasonFigures(db)] as const,
);

/** Home when the competition is over, and for ever after. */
export async function readAfterSeason({ db, edition }: Ctx) {
	const [news, classRows, sheets, sums, [figures]] = await seasonQueries(db, {});
	const classes = withSheets(classRows, sheets).map(({ id, type, sheets: own }) => {
		const standings = standingsOf(
			own,
			sums.filter(({ classId }) => classId === id),
		);
		return {
			id,
			type,
			status: standings?.status ?? null,
			podium: standings ? podium(standings.rows) : [],
			days: countedSheets(own).length,
		};
	});
	return {
		news,
		own: null,
		mayEnter: false,
		now: {
			kind: "after" as const,
			classes,
			/** Days on which a class was scored. */
			days: new Set(countedSheets(sheets).map(({ date }) => date)).size,
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
