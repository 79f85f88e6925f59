import { may } from "~/lib/access";
import type { Ctx } from "~/lib/context";
import { read } from "~/lib/db/read.server";
import { countsAmong } from "~/lib/desk/confirmed-reports";
import { areMissed, missingQueries, toMissing } from "~/lib/desk/missing-pilots.server";
import { outlandingsOfDate, pilotsOfDay, reportableDays } from "~/lib/desk/outlandings-queries.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { pilotOption, sortedByStartNumber } from "~/lib/i18n/collate";
import { dayAndDate } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { contentOf, waypointsInForce } from "~/lib/tasks/charts/charts-queries.server";

/** Milliseconds after midnight in which the day before goes on: nobody has flown since. */
const night = 6 * 3_600_000;

interface ReportChoice {
	/** Local date; null for the day of the reader's duty, or the one on which somebody may have flown last. */
	readonly date: string | null;
	/** Id of the entry; null for the own one. */
	readonly pilot: string | null;
}

export async function readReportPage(ctx: Ctx, { date, pilot: chosen }: ReportChoice) {
	const today = pragueDate(ctx.now);
	const { open, parts } = await read(ctx.db, {
		open: reportableDays(ctx.db, today),
		parts: waypointsInForce(ctx.db),
	});
	const onDuty = open.find(({ id }) => id === ctx.onDuty?.duty.dayId);
	const flown = pragueDate(new Date(ctx.now.getTime() - night));
	const day = date
		? open.find((one) => one.date === date)
		: (onDuty ?? open.findLast((one) => one.date <= flown) ?? open.at(-1));
	if (!day) return null;
	const others = open.filter((one) => one !== day && areMissed(ctx.edition, one.date, ctx.now));
	const missing = others[0] ? await missingOf(ctx, others[0].date) : [];
	const { t } = textsOf(ctx.language);
	const { pilots, reports } = await read(ctx.db, {
		pilots: pilotsOfDay(ctx.db, day.id),
		reports: outlandingsOfDate(ctx.db, day.date),
	});
	const own = pilots.find(({ userId }) => userId === ctx.actor?.id);
	const inField = countsAmong(reports).filter(({ latitude, state }) => latitude !== null && state !== "back");
	return {
		day: { id: day.id, name: day.name, date: day.date },
		/** The other day of which somebody is missing. */
		others: others
			.filter(({ id }) => missing.some(({ dayId }) => dayId === id))
			.map((other) => ({
				date: other.date,
				text: t("outlanding.report.of", {
					day: dayAndDate(t, other, ctx.language),
				}),
			})),
		pilots: sortedByStartNumber(pilots).map(pilotOption),
		pilot: pilots.find(({ id }) => id === chosen)?.id ?? own?.id ?? "",
		phone: own && (chosen === null || chosen === own.id) ? own.phone : "",
		points: [...new Set(contentOf(parts).map(({ name }) => name))],
		fields: sortedByStartNumber(inField).map(pilotOption),
		/** Whether a report of this reader waits for an organiser. */
		waits: !own && !may(ctx, "desk"),
		formKey: crypto.randomUUID(),
	};
}

/** It reads whole receipts, and the page is for everybody: only while somebody can be missing. */
async function missingOf(ctx: Ctx, date: string) {
	return toMissing(ctx, await read(ctx.db, missingQueries(ctx.db, date, date)));
}

export type ReportPage = NonNullable<Awaited<ReturnType<typeof readReportPage>>>;
