import { and, eq, isNull, lte, or } from "drizzle-orm";
import { withoutTooMany } from "~/lib/accounts/account-queries.server";
import type { StaffCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { read } from "~/lib/db/read.server";
import { done, type Result, refuse } from "~/lib/result";
import { registrations } from "~db/schema";
import { type Debtor, debtorQueries, reminderPause, toDebtors } from "./debtors-queries.server";

/** Whether a competitor has got no reminder in the last 24 hours. */
export function mayBeReminded({ entry }: Debtor, now: Date): boolean {
	return entry.remindedAt === null || entry.remindedAt.getTime() <= now.getTime() - reminderPause;
}

/**
 * Queues a mail to each competitor who has not delivered all, has got no reminder in the last 24 hours, and may get one more mail.
 * @returns the number of mails; refused as `stale` when another organiser reminds at the same moment
 */
export async function remindDebtors(ctx: StaffCtx<"payments">): Promise<Result<number, "stale">> {
	const { db, now } = ctx;
	const due = toDebtors(ctx, await read(db, debtorQueries(ctx))).filter((debtor) =>
		mayBeReminded(debtor, now),
	);
	const mails = await withoutTooMany(
		ctx,
		due.map(({ entry, missing }) =>
			mailTo(entry.user, "reminder", {
				payment: missing.payment,
				logs: missing.logs.map(({ day, date }) => ({ day, date })),
			}),
		),
	);
	const reminded = due.filter(({ entry }) => mails.some(({ userId }) => userId === entry.user.id));
	if (reminded.length === 0) return done(0);
	const longAgo = new Date(now.getTime() - reminderPause);
	const count = (fits: (debtor: Debtor) => boolean) => reminded.filter(fits).length;
	const committed = await commit(ctx, {
		statements: reminded.map(({ entry }) =>
			exactlyOne(
				db
					.update(registrations)
					.set({ remindedAt: now })
					.where(
						and(
							eq(registrations.id, entry.id),
							or(isNull(registrations.remindedAt), lte(registrations.remindedAt, longAgo)),
						),
					),
			),
		),
		audit: {
			action: "reminder.send",
			after: {
				mails: reminded.length,
				payments: count(({ missing }) => missing.payment !== null),
				logs: count(({ missing }) => missing.logs.length > 0),
			},
		},
		outbox: mails,
		visible: false,
	});
	return committed.ok ? done(reminded.length) : refuse("stale");
}
