import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays, currentDay } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import { allDutyLinks, currentDutyLinks } from "~/lib/desk/duty-links.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { textsOf } from "~/lib/i18n/i18n.server";

/** Reads the page of the duty. Organisers see the links; somebody who works by a link sees its day. */
export async function readDutyPage(ctx: Ctx) {
	const today = pragueDate(ctx.now);
	if (!may(ctx, "duty"))
		return {
			own: ctx.onDuty && { date: ctx.onDuty.duty.date },
			links: null,
			lost: [],
			aboutLost: "",
			days: [],
			day: "",
		};
	const { links, days } = await read(ctx.db, { links: allDutyLinks(ctx.db), days: allDays(ctx.db) });
	return {
		own: null,
		links,
		lost: currentDutyLinks(links, ctx.now).lost,
		/** What has become of those, in words. */
		aboutLost: textsOf(ctx.language).t("duty.lost"),
		days: days.filter(({ date }) => date >= today).map(({ id, name, date }) => ({ id, name, date })),
		day: currentDay(days, today)?.id ?? "",
	};
}
