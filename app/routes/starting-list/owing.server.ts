import { count, eq, max } from "drizzle-orm";
import { may } from "~/lib/access";
import type { StaffCtx } from "~/lib/context";
import { debtorQueries, toDebtors } from "~/lib/days/debtors-queries.server";
import { mayBeReminded } from "~/lib/days/remind-debtors.server";
import type { Db } from "~/lib/db/client.server";
import { first, read } from "~/lib/db/read.server";
import type { EntryPayment } from "~/lib/entries/payment";
import { formatAmount } from "~/lib/i18n/format-number";
import type { Language } from "~/lib/i18n/language";
import { registrations } from "~db/schema";

function amountOf({ amount, currency }: EntryPayment, language: Language): string {
	return formatAmount(amount, currency, language);
}

/** Selects the time of the latest reminder and the number of its mails. */
function latestReminder(db: Db) {
	const latest = db.select({ at: max(registrations.remindedAt) }).from(registrations);
	return db
		.select({ at: registrations.remindedAt, mails: count() })
		.from(registrations)
		.where(eq(registrations.remindedAt, latest))
		.groupBy(registrations.remindedAt);
}

export async function readOwing(ctx: StaffCtx<"payments">) {
	const { db, now, language } = ctx;
	const { last, ...owed } = await read(db, { last: first(latestReminder(db)), ...debtorQueries(ctx) });
	const debtors = toDebtors(ctx, owed);
	return {
		/** Whether the reader sees the pages of entries. */
		isLinked: may(ctx, "entries"),
		debtors: debtors.map(({ entry, missing }) => ({
			id: entry.id,
			startNumber: entry.startNumber,
			fullName: `${entry.user.name} ${entry.user.surname}`,
			missing: { ...missing, payment: missing.payment && amountOf(missing.payment, language) },
			remindedAt: entry.remindedAt,
		})),
		/** Number of the competitors whom a reminder would reach now. */
		due: debtors.filter((debtor) => mayBeReminded(debtor, now)).length,
		/** Null when nobody has been reminded yet. */
		last: last?.at ? { at: last.at, mails: last.mails } : null,
	};
}

export type ShownDebtor = Owing["debtors"][number];
export type Owing = Awaited<ReturnType<typeof readOwing>>;
