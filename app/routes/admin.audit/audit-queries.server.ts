import { and, asc, desc, eq, exists, gte, lt, or } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import type { Cursor } from "~/lib/db/cursor";
import { auditLog, users } from "~db/schema";
import { auditSubject } from "./audit-subject.server";

export interface AuditFilter {
	readonly action: string | null;
	readonly actorId: string | null;
	/** `until` is excluded. */
	readonly during: { readonly from: Date; readonly until: Date } | null;
}

/**
 * Query for a page of the log, newest first.
 * @param after the last row of the previous page; null for the first page
 */
export function auditPage(db: Db, filter: AuditFilter, after: Cursor | null, most: number) {
	const { action, actorId, during } = filter;
	return db
		.select({
			id: auditLog.id,
			at: auditLog.at,
			action: auditLog.action,
			subjectId: auditLog.subjectId,
			...auditSubject,
			before: auditLog.before,
			after: auditLog.after,
			actorId: auditLog.actorId,
			actorName: users.name,
			actorSurname: users.surname,
		})
		.from(auditLog)
		.leftJoin(users, eq(users.id, auditLog.actorId))
		.where(
			and(
				action === null ? undefined : eq(auditLog.action, action),
				actorId === null ? undefined : eq(auditLog.actorId, actorId),
				during === null ? undefined : and(gte(auditLog.at, during.from), lt(auditLog.at, during.until)),
				after === null
					? undefined
					: or(lt(auditLog.at, after.at), and(eq(auditLog.at, after.at), lt(auditLog.id, after.id))),
			),
		)
		.orderBy(desc(auditLog.at), desc(auditLog.id))
		.limit(most);
}

/** Query for the filter: all actions in the log. */
export function auditActions(db: Db) {
	return db.selectDistinct({ action: auditLog.action }).from(auditLog).orderBy(asc(auditLog.action));
}

/** Query for the filter: all people in the log. */
export function auditActors(db: Db) {
	const theirs = db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.actorId, users.id));
	return db
		.select({ id: users.id, name: users.name, surname: users.surname })
		.from(users)
		.where(exists(theirs));
}
