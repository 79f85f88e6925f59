import { isAdmin } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { allDays, currentDay } from "~/lib/days/days-queries.server";
import { read } from "~/lib/db/read.server";
import { countsAmong, outlandingsOfDate, pilotsOfDay } from "~/lib/desk/outlandings-queries.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";

/** @param chosen id of the entry that a link names; null for the own one */
export async function readReportPage(ctx: Ctx, chosen: string | null) {
	const today = pragueDate(ctx.now);
	const { days, parts } = await read(ctx.db, { days: allDays(ctx.db), parts: waypointsInForce(ctx.db) });
	const day = currentDay(days, today);
	// A night belongs to the day before. Reports of other days are not taken.
	if (!day || day.date > today || day.date < addDays(today, -1)) return null;
	const { pilots, reports } = await read(ctx.db, {
		pilots: pilotsOfDay(ctx.db, day.id),
		reports: outlandingsOfDate(ctx.db, day.date),
	});
	const own = pilots.find(({ userId }) => userId === ctx.actor?.id);
	const inField = countsAmong(reports).filter(({ latitude, state }) => latitude !== null && state !== "back");
	return {
		day: { id: day.id, name: day.name, date: day.date },
		pilots: sortedByStartNumber(pilots).map(({ id, startNumber, name, surname }) => ({
			id,
			startNumber,
			name,
			surname,
		})),
		pilot: pilots.find(({ id }) => id === chosen)?.id ?? own?.id ?? "",
		phone: own && (chosen === null || chosen === own.id) ? own.phone : "",
		points: [...new Set(contentOf(parts).map(({ name }) => name))],
		fields: sortedByStartNumber(inField).map(({ id, startNumber, name, surname }) => ({
			id,
			startNumber,
			name,
			surname,
		})),
		/** Whether a report of this reader waits for an organiser. */
		waits: !own && !isAdmin(ctx),
		formKey: crypto.randomUUID(),
	};
}

export type ReportPage = NonNullable<Awaited<ReturnType<typeof readReportPage>>>;
