import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { chunkRows, commit } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { pick } from "~/lib/pick";
import { auditLog, auditSeals } from "~db/schema";
import { chainStart, contentDigestOf, rowDigestOf, type StoredAuditRow, sealOf } from "./seal";

/** Rows that one run seals. More wait only when a database has rows from before seals were introduced. */
const mostPerRun = 1_000;

/** Bound values of a row in an insert; D1 limits the bound values of a statement. */
const columnsOfSeal = 6;

/** Seals the new rows of the audit log. When two runs overlap, the slower one writes nothing. */
export async function sealAuditRows(ctx: Ctx): Promise<void> {
	const { db } = ctx;
	const { last, rows } = await read(db, { last: first(lastSeal(db)), rows: unsealedRows(db) });
	let { number, seal } = last ?? chainStart;
	const seals: (typeof auditSeals.$inferInsert)[] = [];
	for (const row of rows) {
		const salt = crypto.randomUUID();
		const contentDigest = await contentDigestOf(salt, row);
		const rowDigest = await rowDigestOf(row, contentDigest);
		number += 1;
		seal = await sealOf(seal, number, rowDigest);
		seals.push({ number, auditId: row.id, salt, contentDigest, rowDigest, seal });
	}
	await commit(ctx, {
		statements: chunkRows(seals, columnsOfSeal).map((some) => db.insert(auditSeals).values(some)),
		audit: [],
		visible: false,
	});
}

function lastSeal(db: Db) {
	return db
		.select({ number: auditSeals.number, seal: auditSeals.seal })
		.from(auditSeals)
		.orderBy(desc(auditSeals.number))
		.limit(1);
}

/** Selects rows in the order in which they were written, which is that of SQLite's `rowid`; `at` is when their request began. */
function unsealedRows(db: Db) {
	const rowid = sql.raw('"audit_log"."rowid"');
	const lastSealed = db
		.select({ rowid })
		.from(auditSeals)
		.innerJoin(auditLog, eq(auditLog.id, auditSeals.auditId))
		.orderBy(desc(auditSeals.number))
		.limit(1);
	return db
		.select(storedColumns)
		.from(auditLog)
		.where(sql`${rowid} > coalesce((${lastSealed}), 0)`)
		.orderBy(asc(rowid))
		.limit(mostPerRun);
}

const storedColumns = {
	id: auditLog.id,
	at: sql<number>`${auditLog.at}`,
	...pick(auditLog, "actorId", "action", "subjectId", "requestId"),
	before: sql<string | null>`${auditLog.before}`,
	after: sql<string | null>`${auditLog.after}`,
} satisfies Record<keyof StoredAuditRow, unknown>;

/**
 * Statements that blank the content of rows. They also add a row that lists the blanked ones: `npm run audit:verify` accepts a
 * blanked row only because of it.
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
