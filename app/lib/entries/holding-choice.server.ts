import type { SQL } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { first, read } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";
import { competitionDays } from "~db/schema";
import { fixedDays, holdingDates, usualFrom } from "./keep-flown.server";

/** What the choice of the day says from which a change holds: no browser translates it. */
export type HoldingChoice = NonNullable<Awaited<ReturnType<typeof holdingChoice>>>;

/**
 * The choice of the day from which a change of entries holds; null as long as no day keeps what they flew.
 * @param entries condition of `registrations` and `gliderTypes`
 */
export async function holdingChoice(ctx: Ctx, entries: SQL, hint: "holdsFrom.entry" | "holdsFrom.indices") {
	const { db, language, now } = ctx;
	const { fixed, days } = await read(db, {
		fixed: first(fixedDays(db, entries).limit(1)),
		days: db.select({ date: competitionDays.date }).from(competitionDays),
	});
	if (!fixed) return null;
	const { t } = textsOf(language);
	return {
		label: t("holdsFrom.label"),
		hint: t(hint),
		/** The preset: a local date, as all options. */
		usual: await usualFrom(ctx, entries),
		options: holdingDates(days, pragueDate(now)).map((date) => ({
			value: date,
			label: formatDay(date, language),
		})),
	};
}
