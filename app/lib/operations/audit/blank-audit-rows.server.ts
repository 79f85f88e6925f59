import { and, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import { auditLog, auditSeals } from "~db/schema";

/**
 * Statements that blank the content of rows. A row of their own says which ones: `npm run audit:verify` accepts a blanked
 * row by it alone.
 */
export function blankAuditRows(
	{ db, now, requestId }: Ctx,
	{ subjectId, actorId }: { readonly subjectId: string; readonly actorId: string | null },
	condition: SQL | undefined,
) {
	const id = crypto.randomUUID();
	const hasContent = or(isNotNull(auditLog.before), isNotNull(auditLog.after));
	const columns = {
		id: sql<string>`${id}`.as("id"),
		at: sql<Date>`${now.getTime()}`.as("at"),
		actorId: sql<string | null>`${actorId}`.as("actor_id"),
		action: sql<string>`${"audit.blank" satisfies AuditAction}`.as("action"),
		subjectId: sql<string>`${subjectId}`.as("subject_id"),
		before: sql<null>`NULL`.as("before"),
		after: sql`json_object('rows', json_group_array(${auditLog.id}))`.as("after"),
		requestId: sql<string>`${requestId}`.as("request_id"),
	};
	const blanked = sql`(SELECT value FROM json_each((SELECT ${auditLog.after} FROM ${auditLog} WHERE ${auditLog.id} = ${id}), '$.rows'))`;
	return [
		db.insert(auditLog).select(db.select(columns).from(auditLog).where(and(condition, hasContent))),
		db.update(auditLog).set({ before: null, after: null }).where(inArray(auditLog.id, blanked)),
		db.update(auditSeals).set({ salt: null }).where(inArray(auditSeals.auditId, blanked)),
	];
}
