import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { textsOf } from "~/lib/i18n/i18n.server";
import { calendarIcs } from "./calendar";
import { dayName } from "./day-name";
import { allDays } from "./days-queries.server";

/** In the reader's language; the description of each event is its task status. */
export async function readCalendar({ db, edition, language, settings }: Ctx): Promise<string> {
	const { t } = textsOf(language);
	const days = await allDays(db);
	const origin = editionOrigin(edition.year, settings);
	return calendarIcs({
		name: edition.title,
		host: new URL(origin).host,
		location: edition.place[language],
		url: `${origin}/statuses`,
		days: days.map(({ id, name, date, task, updatedAt }) => ({
			id,
			date,
			updatedAt,
			summary: `${edition.title}: ${dayName(t, name)}`,
			description: t(`competitionDay.task.${task}`),
		})),
	});
}
