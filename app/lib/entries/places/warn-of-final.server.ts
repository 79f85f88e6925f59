import { and, eq, ne, or, sql } from "drizzle-orm";
import { withoutTooMany } from "~/lib/accounts/account-queries.server";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { hasPolicy } from "~/lib/editions/admission";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { registrations } from "~db/schema";
import { selectEntries } from "../entries-queries.server";
import { paymentOf } from "../payment";
import { entryInMail } from "../queue-entry-mails.server";

/** Entries warned in one batch; the next run warns the others. */
const warnedAtOnce = 100;

/**
 * On the day before the list is final, tells everybody who has a place and is unpaid that the place goes to the next. Who has flown, or
 * has the place by the organisers' will, keeps it and is not warned.
 */
export async function warnOfFinal(ctx: Ctx): Promise<void> {
	const { db, edition, now } = ctx;
	const { finalSince } = edition.admission;
	if (!hasPolicy(edition) || !edition.payment || !finalSince) return;
	if (pragueDate(now) !== addDays(finalSince, -1)) return;
	const unpaid = await selectEntries(db).where(isUnwarned(finalSince));
	const due = unpaid.filter(({ flownUntil, user }) => flownUntil === null && user.erasedAt === null);
	const all = due.map((entry) =>
		mailTo(entry.user, "entry-final-warning", {
			...entryInMail(entry),
			finalSince,
			payment: paymentOf(edition, entry),
		}),
	);
	const mails = (await withoutTooMany(ctx, all)).slice(0, warnedAtOnce);
	// Whose address has had as many mails as it may is warned by a later run of this day, if one may go then.
	const warned = due.filter(({ user }) => mails.some(({ userId }) => userId === user.id));
	if (warned.length === 0) return;
	await commit(ctx, {
		statements: warned.map(({ id }) =>
			exactlyOne(
				db
					.update(registrations)
					.set({ warnedOfFinal: finalSince })
					.where(and(eq(registrations.id, id), isUnwarned(finalSince))),
			),
		),
		audit: { action: "places.warn", after: { mails: warned.length, finalSince } },
		outbox: mails,
		visible: false,
	});
}

/** Condition: an entry has a place, is unpaid, and nobody has told it of the day. */
function isUnwarned(finalSince: string) {
	const { accepted, isReserve, paid, placeByHand, warnedOfFinal } = registrations;
	return and(
		eq(accepted, true),
		eq(isReserve, false),
		eq(paid, false),
		sql`${placeByHand} IS NOT 'place'`,
		or(sql`${warnedOfFinal} IS NULL`, ne(warnedOfFinal, finalSince)),
	);
}
