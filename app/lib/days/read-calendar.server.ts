import type { Ctx } from "~/lib/context";
import { dayPath } from "~/lib/editions/day-path";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { dayName } from "~/lib/i18n/day-name";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type CalendarEvent, calendarIcs } from "./calendar";
import { allDays } from "./days-queries.server";

/** In the reader's language; the description of each event is its task status, and where to read what became of it. */
export async function readCalendar(ctx: Ctx): Promise<string> {
	const { t } = textsOf(ctx.language);
	const days = await allDays(ctx.db);
	const origin = editionOrigin(ctx.edition.year, ctx.settings);
	const events = days.map(({ id, name, date, task, updatedAt }) => {
		const url = `${origin}${dayPath(ctx.edition, date)}`;
		return {
			id,
			date,
			updatedAt,
			summary: `${ctx.edition.title}: ${dayName(t, name)}`,
			description: `${t(`competitionDay.task.${task}`)}\n${url}`,
			url,
		};
	});
	return calendarOf(ctx, events);
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
		url: `${editionOrigin(ctx.edition.year, ctx.settings)}/signup`,
	};
	return calendarOf(ctx, [event]);
}

function calendarOf({ edition, language, settings }: Ctx, events: readonly CalendarEvent[]) {
	const origin = editionOrigin(edition.year, settings);
	return calendarIcs({
		name: edition.title,
		host: new URL(origin).host,
		location: edition.place[language],
		events,
	});
}
