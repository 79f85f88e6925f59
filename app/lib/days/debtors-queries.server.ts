import { and, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { splitStillFlying, withoutFlightUntil } from "~/lib/days/unsent-logs-queries.server";
import type { Results } from "~/lib/db/read.server";
import { pragueDate } from "~/lib/editions/prague-time";
import {
	type Entry,
	entriesByNumber,
	isCompetitor,
	selectEntries,
} from "~/lib/entries/entries-queries.server";
import { type EntryPayment, paymentOf } from "~/lib/entries/payment";
import { users } from "~db/schema";

/** What a competitor can still deliver. */
interface Missing {
	/** The entry fee; null when it is not due. */
	readonly payment: EntryPayment | null;
	/** Competition days without a flight log, by date. */
	readonly logs: readonly MissingLog[];
}

interface MissingLog {
	/** Name of the day. */
	readonly day: string;
	/** Local date. */
	readonly date: string;
}

/** Milliseconds after a reminder in which a competitor gets no other one. */
export const reminderPause = 24 * 60 * 60 * 1000;

/** Selects what `toDebtors` asks for. */
export function debtorQueries({ db, now }: Pick<Ctx, "db" | "now">) {
	return {
		competitors: selectEntries(db).where(and(isCompetitor, isNull(users.erasedAt))),
		flightsToCome: withoutFlightUntil(db, pragueDate(now)),
	};
}

/** A competitor who has not delivered all. */
export interface Debtor {
	readonly entry: Entry;
	readonly missing: Missing;
}

/**
 * The competitors who have not delivered all, by start number. One who has withdrawn owes only the logs of the days before. In an
 * edition without payments, no payment is missing.
 */
export function toDebtors(
	{ edition }: Pick<Ctx, "edition">,
	{ competitors, flightsToCome }: Results<ReturnType<typeof debtorQueries>>,
): readonly Debtor[] {
	const logs = splitStillFlying(flightsToCome).missing;
	return entriesByNumber(competitors)
		.map((entry) => ({
			entry,
			missing: {
				payment: paymentOf(edition, entry),
				logs: logs.filter(({ id }) => id === entry.id).map(({ day, date }) => ({ day, date })),
			},
		}))
		.filter(({ missing }) => missing.payment !== null || missing.logs.length > 0);
}
