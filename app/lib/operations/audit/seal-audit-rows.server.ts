import { asc, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { chunkRows, commit } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { auditLog, auditSeals } from "~db/schema";
import { chainStart, contentDigestOf, rowDigestOf, type StoredAuditRow, sealOf } from "./seal";

/** Rows that one run seals. More wait only when a database has rows from before there were seals. */
const mostPerRun = 1_000;

/** Of a row in an insert; D1 limits the bound values of a statement. */
const columnsOfSeal = 6;

/** Seals the new rows of the audit log. Of two runs at once, the slower one writes nothing. */
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

/** Rows in the order in which they were written, which is that of SQLite's `rowid`; `at` is when their request began. */
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
	actorId: auditLog.actorId,
	action: auditLog.action,
	subjectId: auditLog.subjectId,
	requestId: auditLog.requestId,
	before: sql<string | null>`${auditLog.before}`,
	after: sql<string | null>`${auditLog.after}`,
} satisfies Record<keyof StoredAuditRow, unknown>;
