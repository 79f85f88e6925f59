import { z } from "zod";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { SealedRow } from "./check-chain";

/** Runs one statement. */
export type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

/** Seals in one answer of the database. */
const pageSize = 1_000;

const text = z.string();
const sealedRow = z
	.object({
		number: z.int(),
		auditId: text,
		salt: text.nullable(),
		contentDigest: text,
		rowDigest: text,
		seal: text,
		id: text.nullable(),
		at: z.int().nullable(),
		actorId: text.nullable(),
		action: text.nullable(),
		subjectId: text.nullable(),
		requestId: text.nullable(),
		before: text.nullable(),
		after: text.nullable(),
	})
	.transform(({ number, auditId, salt, contentDigest, rowDigest, seal, ...row }): SealedRow => {
		const { id, at, action, requestId } = row;
		// All columns of a row that is gone are null.
		const isThere = id !== null && at !== null && action !== null && requestId !== null;
		const found = isThere ? { ...row, id, at, action, requestId } : null;
		return { number, auditId, salt, contentDigest, rowDigest, seal, row: found };
	});

export async function* sealedPages(query: Query): AsyncGenerator<readonly SealedRow[]> {
	for (let last = 0; ; ) {
		const page = z.array(sealedRow).parse(await query(pageSql(last)));
		if (page.length > 0) yield page;
		if (page.length < pageSize) return;
		last = page.at(-1)?.number ?? last;
	}
}

const pageSql = (last: number) =>
	`SELECT s.number, s.audit_id AS auditId, s.salt, s.content_digest AS contentDigest, s.row_digest AS rowDigest, s.seal, a.id, a.at, a.actor_id AS actorId, a.action, a.subject_id AS subjectId, a.request_id AS requestId, a.before, a.after FROM audit_seals s LEFT JOIN audit_log a ON a.id = s.audit_id WHERE s.number > ${last} ORDER BY s.number LIMIT ${pageSize}`;

const blankSql = `SELECT value AS id FROM audit_log, json_each(audit_log.after, '$.rows') WHERE action = '${"audit.blank" satisfies AuditAction}'`;

/** Ids of the rows of which the log says that an erasure blanked them. */
export async function blankedRows(query: Query): Promise<ReadonlySet<string>> {
	const rows = z.array(z.object({ id: text })).parse(await query(blankSql));
	return new Set(rows.map(({ id }) => id));
}

const lastSealed =
	"SELECT a.rowid FROM audit_seals s JOIN audit_log a ON a.id = s.audit_id ORDER BY s.number DESC LIMIT 1";

const unsealedSql = `SELECT id, rowid < coalesce((${lastSealed}), 0) AS late FROM audit_log WHERE id NOT IN (SELECT audit_id FROM audit_seals)`;

/**
 * Rows without a seal: how many the scheduler has not come to yet, and the ids of those it has passed, which were put in
 * between older rows or have lost their seal.
 */
export async function unsealedRows(query: Query) {
	const rows = z.array(z.object({ id: text, late: z.literal([0, 1]) })).parse(await query(unsealedSql));
	const late = rows.filter((row) => row.late === 1).map(({ id }) => id);
	return { waiting: rows.length - late.length, late };
}
