import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays, currentDay } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import { allDutyLinks } from "~/lib/desk/duty-links.server";
import { missingQueries, toMissing } from "~/lib/desk/missing-pilots.server";
import { countsAmong } from "~/lib/desk/outlandings-queries.server";
import { phonesAmong } from "~/lib/desk/phones.server";
import { pragueDate } from "~/lib/editions/prague-time";

/** Reads the page of the duty. Organisers see the links; somebody who works by a link sees its day. */
export async function readDutyPage(ctx: Ctx) {
	const today = pragueDate(ctx.now);
	if (!isAdmin(ctx))
		return { own: ctx.onDuty && { date: ctx.onDuty.duty.date }, links: null, days: [], day: "" };
	const { links, days } = await read(ctx.db, { links: allDutyLinks(ctx.db), days: allDays(ctx.db) });
	return {
		own: null,
		links,
		days: days.filter(({ date }) => date >= today).map(({ id, name, date }) => ({ id, name, date })),
		day: currentDay(days, today)?.id ?? "",
	};
}

/** Reads the phone numbers of a pilot who is missing or has a report. Helpers do not get those of other pilots. */
export async function phonesOf(ctx: Ctx, date: string, pilot: string) {
	const night = await read(ctx.db, missingQueries(ctx.db, date, date));
	const { reports } = night;
	const missing = toMissing(ctx, night).find(({ id }) => id === pilot);
	if (missing) return { fullName: missing.fullName, phones: missing.phones };
	const own = [...countsAmong(reports), ...reports.filter(({ standing }) => standing === "proposed")].filter(
		({ registrationId }) => registrationId === pilot,
	);
	const [report] = own;
	if (!report) return null;
	return {
		fullName: `${report.name} ${report.surname}`,
		phones: phonesAmong([report.entryPhone, ...own.map(({ phone }) => phone)]),
	};
}
