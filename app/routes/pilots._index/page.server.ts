import type { Ctx } from "~/lib/context";
import { currentDate, dayByDate } from "~/lib/days/days-queries.server";
import { statusesOfDate } from "~/lib/days/statuses/statuses-queries.server";
import { first, read } from "~/lib/db/read.server";
import { dayPath } from "~/lib/editions/competition-day";
import { pragueDate } from "~/lib/editions/prague-time";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { listedCompetitors } from "~/lib/entries/starting-list/starting-list-queries.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { matcherOf } from "~/lib/i18n/word-search";
import { resultsOf, toResults } from "~/lib/results/results-queries.server";
import { scorePath } from "~/lib/scoring/day-scores";

/** Every competitor, with state and points of the current day. @param q words of number or name; empty for everybody */
export async function readPilots({ db, edition, now }: Ctx, q: string) {
	const matches = matcherOf(q);
	const date = currentDate(pragueDate(now));
	const { day, classes, listed, statuses, ...found } = await read(db, {
		day: first(dayByDate(db, date)),
		classes: allClasses(db),
		listed: listedCompetitors(db),
		statuses: statusesOfDate(db, date),
		...resultsOf(db, { date }),
	});
	const days = toResults(found, null);
	return {
		day: day ? { name: day.name, date: day.date, path: dayPath(edition, day.date) } : null,
		classes: classes.map(({ id: classId, type }) => {
			const results = days.find((one) => one.classId === classId);
			const pilots = listed.filter(
				(one) =>
					one.classId === classId &&
					one.erasedAt === null &&
					matches([one.startNumber, one.name, one.surname]),
			);
			return {
				type,
				pilots: sortedByStartNumber(pilots).map(({ id, startNumber, name, surname }) => {
					const result = results?.rows.find(({ registrationId }) => registrationId === id);
					return {
						id,
						startNumber,
						fullName: `${name} ${surname}`,
						status: statuses.find(({ registrationId }) => registrationId === id)?.status ?? null,
						result:
							day && result && result.points !== null
								? {
										place: result.points > 0 ? result.place : null,
										points: result.points,
										score: result.ours?.isExplained ? scorePath(day.id, id) : null,
									}
								: null,
					};
				}),
			};
		}),
	};
}

export type PilotLine = Awaited<ReturnType<typeof readPilots>>["classes"][number]["pilots"][number];
