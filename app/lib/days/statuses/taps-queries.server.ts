import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { dayOfDate } from "~/lib/db/conditions/starters.server";
import { auditLog, competitorStatuses } from "~db/schema";
import type { StatusTap } from "./status-taps";

/** More than are shown, as an undo takes a tap back. */
const mostRows = 30;

/**
 * Query for the last statuses of a day that an organiser has set one by one, the newest first.
 * @param actorId an expression, as are the date and the time since when
 */
export function tapsOfActor(db: Db, actorId: SQL, date: SQL<string | null>, since: SQL) {
	const ofDay = db
		.select({ id: competitorStatuses.id })
		.from(competitorStatuses)
		.where(eq(competitorStatuses.dayId, dayOfDate(date)));
	return db
		.select({ id: auditLog.subjectId, before: auditLog.before, after: auditLog.after })
		.from(auditLog)
		.where(
			and(
				eq(auditLog.action, "competitor-status.set"),
				gt(auditLog.at, since),
				eq(auditLog.actorId, actorId),
				inArray(auditLog.subjectId, ofDay),
			),
		)
		.orderBy(desc(auditLog.at), desc(sql`${auditLog}.rowid`))
		.limit(mostRows);
}

type TapRow = Awaited<ReturnType<typeof tapsOfActor>>[number];

/** The oldest first. An erasure may have blanked what a row held. */
export function toTaps(rows: readonly TapRow[]): StatusTap[] {
	const statusIn = (content: unknown) =>
		(content as { readonly status?: string | null } | null)?.status ?? "";
	return rows
		.filter(({ id, after }) => id !== null && after !== null)
		.map(({ id, before, after }) => ({ id: id ?? "", before: statusIn(before), set: statusIn(after) }))
		.reverse();
}
