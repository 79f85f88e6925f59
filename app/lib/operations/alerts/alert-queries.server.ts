import { and, count, desc, eq, gt, inArray, isNotNull, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { alerts, auditLog, auditSeals, outbox } from "~db/schema";

export function lastAlerts(db: Db) {
	return db.select().from(alerts);
}

/** Query for the number of the newest seal. */
export function newestSeal(db: Db) {
	return db.select({ number: auditSeals.number }).from(auditSeals).orderBy(desc(auditSeals.number)).limit(1);
}

/** A sealed row of the audit log. */
export interface SealedEvent {
	/** Of its seal. */
	readonly number: number;
	readonly at: Date;
}

/** Query for the sealed rows of an action. */
export function sealedEvents(db: Db, action: AuditAction, since: Date, condition?: SQL) {
	return db
		.select({ number: auditSeals.number, at: auditLog.at })
		.from(auditLog)
		.innerJoin(auditSeals, eq(auditSeals.auditId, auditLog.id))
		.where(and(eq(auditLog.action, action), gt(auditLog.at, since), condition))
		.orderBy(auditSeals.number);
}

/** Condition: another log was the one that counts. False for the first log of a flight. */
export const replacesLog = sql`json_extract(${auditLog.before}, '$.versionId') <> json_extract(${auditLog.after}, '$.versionId')`;

/** Condition: an organiser's login from a device from which the account has not logged in before. */
export function isNewDevice(db: Db): SQL | undefined {
	const earlier = alias(auditLog, "earlier");
	const known = db
		.select({ id: earlier.id })
		.from(earlier)
		.where(
			and(
				eq(earlier.subjectId, auditLog.subjectId),
				eq(earlier.action, auditLog.action),
				eq(sql`json_extract(${earlier.after}, '$.device')`, sql`json_extract(${auditLog.after}, '$.device')`),
				sql.raw('"earlier"."rowid" < "audit_log"."rowid"'),
			),
		);
	return and(isNotNull(sql`json_extract(${auditLog.after}, '$.device')`), notExists(known));
}

const unsent = inArray(outbox.state, ["queued", "sending"]);

/** Query for how many mails have been waiting since then, alerts apart. */
export function mailsWaitingSince(db: Db, then: Date) {
	return db
		.select({ mails: count() })
		.from(outbox)
		.where(and(unsent, lt(outbox.createdAt, then), ne(outbox.kind, "alert")));
}

/** Query for how many alerts have not been sent. */
export function waitingAlerts(db: Db) {
	return db
		.select({ alerts: count() })
		.from(outbox)
		.where(and(unsent, eq(outbox.kind, "alert")));
}
