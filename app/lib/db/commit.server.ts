import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "~/lib/context";
import type { Language } from "~/lib/i18n/language";
import { auditLog, commitGuard, editionState, outbox } from "~db/schema";
import type { AuditAction } from "./audit-actions";
import { guardFailed, uniqueViolation } from "./errors.server";

type Statement = BatchItem<"sqlite">;
type Json =
	| string
	| number
	| boolean
	| null
	| Date
	| { readonly [key: string]: Json | undefined }
	| readonly Json[];

/** Who did what to what; the actor and the time are the context's. */
export interface AuditEntry {
	readonly action: AuditAction;
	readonly subjectId?: string | null;
	readonly before?: Json;
	readonly after?: Json;
	/** Set where the actor is not the one logged in, e.g. at login itself. */
	readonly actorId?: string | null;
}

/** A mail to be sent because of the change. */
export interface QueuedMail {
	readonly kind: string;
	readonly recipient: string;
	readonly userId: string | null;
	readonly language: Language;
	readonly payload: Json;
}

/** A statement that must change exactly one row, or the whole write is undone. */
export interface Guarded {
	readonly exactlyOne: Statement;
}

export interface Write {
	readonly statements: readonly (Statement | Guarded)[];
	readonly audit: AuditEntry | readonly AuditEntry[];
	readonly outbox?: readonly QueuedMail[];
	/** Whether visitors can see the change; raises the content version that cached pages carry. */
	readonly visible: boolean;
}

export type Committed =
	| { readonly ok: true }
	/** A guarded statement matched no row (or more than one). */
	| { readonly ok: false; readonly reason: "missed" }
	/** A unique index refused; `columns` is e.g. "users.email". */
	| { readonly ok: false; readonly reason: "taken"; readonly columns: string };

/** Marks a statement whose condition must hold at the moment of writing. */
export function exactlyOne(statement: Statement): Guarded {
	return { exactlyOne: statement };
}

/** Rows of at most this many bound values go into one statement (D1 allows 100). */
const mostParameters = 100;

/** Cuts rows into pieces small enough for one insert statement of `columns` bound values a row. */
export function chunkRows<T>(rows: readonly T[], columns: number): T[][] {
	const size = Math.max(1, Math.floor(mostParameters / columns));
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
		rows.slice(i * size, (i + 1) * size),
	);
}

/**
 * The one way to write. A single batch carries the statements, the audit rows, the mails the change causes and,
 * where visitors can see it, the raised content version: all of it happens or nothing does.
 *
 * A conditional statement that matches no row does not fail a batch by itself; behind each guarded one stands an
 * insert that does.
 * @throws whatever the database throws for other reasons than a guard or a unique index.
 */
export async function commit(ctx: Ctx, write: Write): Promise<Committed> {
	const { db } = ctx;
	const statements: Statement[] = [];
	let guarded = false;
	for (const entry of write.statements) {
		if ("exactlyOne" in entry) {
			guarded = true;
			statements.push(
				entry.exactlyOne,
				db.run(sql`INSERT INTO ${commitGuard} (ok) SELECT CASE WHEN changes() = 1 THEN 1 END`),
			);
		} else {
			statements.push(entry);
		}
	}
	if (guarded) statements.push(db.delete(commitGuard));

	const entries = Array.isArray(write.audit)
		? (write.audit as readonly AuditEntry[])
		: [write.audit as AuditEntry];
	for (const rows of chunkRows(entries, 8)) {
		if (rows.length > 0)
			statements.push(db.insert(auditLog).values(rows.map((entry) => auditRow(ctx, entry))));
	}
	const mails = write.outbox ?? [];
	for (const rows of chunkRows(mails, 11)) {
		statements.push(db.insert(outbox).values(rows.map((mail) => outboxRow(ctx, mail))));
	}
	if (write.visible) {
		statements.push(db.update(editionState).set({ contentVersion: sql`${editionState.contentVersion} + 1` }));
	}

	const [first, ...rest] = statements;
	if (!first) return { ok: true };
	try {
		await db.batch([first, ...rest]);
	} catch (error) {
		if (guardFailed(error)) return { ok: false, reason: "missed" };
		const columns = uniqueViolation(error);
		if (columns) return { ok: false, reason: "taken", columns };
		throw error;
	}
	if (write.visible) ctx.contentChanged();
	if (mails.length > 0) ctx.mailQueued();
	return { ok: true };
}

function auditRow(ctx: Ctx, entry: AuditEntry): typeof auditLog.$inferInsert {
	return {
		id: crypto.randomUUID(),
		at: ctx.now,
		actorId: entry.actorId === undefined ? (ctx.actor?.id ?? null) : entry.actorId,
		action: entry.action,
		subjectId: entry.subjectId ?? null,
		before: entry.before ?? null,
		after: entry.after ?? null,
		requestId: ctx.requestId,
	};
}

function outboxRow(ctx: Ctx, mail: QueuedMail): typeof outbox.$inferInsert {
	return {
		id: crypto.randomUUID(),
		kind: mail.kind,
		recipient: mail.recipient,
		userId: mail.userId,
		language: mail.language,
		payload: mail.payload,
		state: "queued",
		nextAttemptAt: ctx.now,
		createdAt: ctx.now,
	};
}
