import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type CalendarEvent, calendarIcs } from "./calendar";
import { dayName } from "./day-name";
import { allDays } from "./days-queries.server";

/** In the reader's language; the description of each event is its task status. */
export async function readCalendar(ctx: Ctx): Promise<string> {
	const { t } = textsOf(ctx.language);
	const days = await allDays(ctx.db);
	const events = days.map(({ id, name, date, task, updatedAt }) => ({
		id,
		date,
		updatedAt,
		summary: `${ctx.edition.title}: ${dayName(t, name)}`,
		description: t(`competitionDay.task.${task}`),
	}));
	return calendarOf(ctx, "/statuses", events);
}

/** The moment at which signup opens, alone. */
export function signupCalendar(ctx: Ctx): string {
	const { title, competition } = ctx.edition;
	const { t } = textsOf(ctx.language);
	const event = {
		id: "signup",
		date: new Date(competition.signupSince),
		updatedAt: ctx.now,
		summary: `${title}: ${t("calendar.signupOpens")}`,
	};
	return calendarOf(ctx, "/signup", [event]);
}

/** @param path of the page that the events lead to */
function calendarOf({ edition, language, settings }: Ctx, path: string, events: readonly CalendarEvent[]) {
	const origin = editionOrigin(edition.year, settings);
	return calendarIcs({
		name: edition.title,
		host: new URL(origin).host,
		location: edition.place[language],
		url: `${origin}${path}`,
		events,
	});
}
