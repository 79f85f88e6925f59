import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "~/lib/context";
import { sha256Hex } from "~/lib/digest";
import type { Language } from "~/lib/i18n/language";
import { done, type Result, refuse } from "~/lib/result";
import { auditLog, commitGuard, editionState, outbox } from "~db/schema";
import type { AuditAction } from "./audit-actions";
import type { Effect } from "./effects";
import { guardFailed, uniqueViolation } from "./errors.server";
import { organiserActs } from "./organiser-acts.server";

type Statement = BatchItem<"sqlite">;
type Fields = { readonly [key: string]: Json | undefined };
type Json = string | number | boolean | null | Date | Fields | readonly Json[];

/** A row of the audit log; actor and time come from the context. */
export interface AuditEntry {
	readonly action: AuditAction;
	readonly subjectId?: string | null;
	readonly before?: Json;
	readonly after?: Json;
	/** Set when the actor is not signed in yet, as at the login. */
	readonly actorId?: string | null;
}

export interface QueuedMail {
	readonly kind: string;
	readonly recipient: string;
	readonly userId: string | null;
	readonly language: Language;
	readonly payload: Json;
	/** The mail waits as long as its cancellation can be taken back. */
	readonly cancellation?: { readonly id: string; readonly endsAt: Date };
	/** The mail is not sent before, so that one that comes meanwhile can take its place. */
	readonly notBefore?: Date;
}

/** A statement that must change exactly one row; otherwise the whole write is rolled back. */
export interface Guarded {
	readonly exactlyOne: Statement;
}

export interface Write {
	readonly statements: readonly (Statement | Guarded)[];
	readonly audit: AuditEntry | readonly AuditEntry[];
	readonly outbox?: readonly QueuedMail[];
	/** Effects to start when all this is written. Queued mails are sent without being named. */
	readonly effects?: readonly Effect[];
	/** Whether visitors can see the change. If so, the content version in the key of cached pages is raised. */
	readonly visible: boolean;
}

export type Committed =
	| { readonly ok: true }
	/** A guarded statement did not change exactly one row. */
	| { readonly ok: false; readonly reason: "missed" }
	/** A unique index was violated; `columns` is for example "users.email". */
	| { readonly ok: false; readonly reason: "taken"; readonly columns: string };

/** Guards a statement whose condition must still hold when it is written. */
export function exactlyOne(statement: Statement): Guarded {
	return { exactlyOne: statement };
}

/** Bound values that D1 allows in one statement. */
const mostParameters = 100;
/** Bound values of a row. */
const columnsOfAuditRow = 8;
const columnsOfMail = 11;

/** Splits rows into chunks for one insert statement each. @param columns bound values of a row */
export function chunkRows<T>(rows: readonly T[], columns: number): T[][] {
	const size = Math.max(1, Math.floor(mostParameters / columns));
	return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
		rows.slice(i * size, (i + 1) * size),
	);
}

/**
 * The only way to write. One batch, which is a transaction, holds the statements, the audit rows, the queued mails and
 * the raised versions of the edition's data and, for a visible change, of its content.
 *
 * A statement that matches no row does not fail a batch. After each guarded one there is an insert that does.
 * @throws errors of the database other than a failed guard or a violated unique index
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
	statements.push(...organiserActs(ctx, write.effects ?? []));

	const entries = [write.audit].flat();
	const auditRows = await Promise.all(entries.map((entry) => auditRow(ctx, entry)));
	for (const rows of chunkRows(auditRows, columnsOfAuditRow)) {
		statements.push(db.insert(auditLog).values(rows));
	}
	const mails = write.outbox ?? [];
	for (const rows of chunkRows(mails, columnsOfMail)) {
		statements.push(db.insert(outbox).values(rows.map((mail) => outboxRow(ctx, mail))));
	}
	const [first, ...rest] = statements;
	if (!first) return { ok: true };
	try {
		const results = await db.batch([first, ...rest, raiseVersions(ctx, write.visible)]);
		const [{ dataVersion }] = results.at(-1) as unknown as [{ readonly dataVersion: number }];
		ctx.written(dataVersion);
	} catch (error) {
		if (guardFailed(error)) return { ok: false, reason: "missed" };
		const columns = uniqueViolation(error);
		if (columns) return { ok: false, reason: "taken", columns };
		throw error;
	}
	if (write.visible) ctx.contentChanged();
	if (mails.length > 0) ctx.start({ kind: "mail-queued" });
	for (const effect of write.effects ?? []) ctx.start(effect);
	return { ok: true };
}

/** Writes what is refused as stale when a guard fails, or when an equal row was written meanwhile. */
export async function commitOrStale(ctx: Ctx, write: Write): Promise<Result<null, "stale">> {
	return (await commit(ctx, write)).ok ? done(null) : refuse("stale");
}

/** Records an act that changes nothing for anybody. */
export async function recordAct(ctx: Ctx, audit: AuditEntry): Promise<void> {
	await commit(ctx, { statements: [], audit, visible: false });
}

/** Records that somebody gets a file of personal data. @param isHead whether only the head is asked for: nobody gets the file */
export async function recordExport(ctx: Ctx, audit: AuditEntry, isHead: boolean): Promise<void> {
	if (!isHead) await recordAct(ctx, audit);
}

function raiseVersions({ db, now }: Ctx, visible: boolean) {
	const { dataVersion, contentVersion } = editionState;
	return db
		.update(editionState)
		.set({
			dataVersion: sql`max(${dataVersion} + 1, ${now.getTime()})`,
			...(visible ? { contentVersion: sql`${contentVersion} + 1` } : {}),
		})
		.returning({ dataVersion });
}

function isFields(value: Json): value is Fields {
	return typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

/** Longest text in a row of the audit log, in characters. */
const longestText = 300;

/** A value with its long texts replaced by their digests: the log says that a text changed, and does not keep a copy of it. */
async function digested(value: Json): Promise<Json> {
	if (typeof value === "string") {
		return value.length > longestText ? `sha256:${await sha256Hex(value)}` : value;
	}
	if (Array.isArray(value)) return Promise.all(value.map(digested));
	if (!isFields(value)) return value;
	const fields = Object.entries(value).map(async ([key, field]) => [key, await digested(field ?? null)]);
	return Object.fromEntries(await Promise.all(fields));
}

/** The fields in which a value differs from the other one: the log holds what changed. */
function differing(value: Json, other: Json): Json {
	if (!isFields(value) || !isFields(other)) return value;
	const fields = Object.entries(value).filter(
		([key, field]) => JSON.stringify(field) !== JSON.stringify(other[key]),
	);
	return Object.fromEntries(
		fields.map(([key, field]) => [key, differing(field ?? null, other[key] ?? null)]),
	);
}

async function auditRow(ctx: Ctx, entry: AuditEntry): Promise<typeof auditLog.$inferInsert> {
	const { before = null, after: given = null } = entry;
	const link = ctx.actor?.duty?.id;
	// The organiser who made a link answers for what is done with it; the log says that it was by the link.
	const after = link && (given === null || isFields(given)) ? { ...given, dutyLink: link } : given;
	return {
		id: crypto.randomUUID(),
		at: ctx.now,
		actorId: entry.actorId === undefined ? (ctx.actor?.id ?? null) : entry.actorId,
		action: entry.action,
		subjectId: entry.subjectId ?? null,
		before: await digested(differing(before, after)),
		after: await digested(differing(after, before)),
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
		nextAttemptAt: mail.cancellation?.endsAt ?? mail.notBefore ?? ctx.now,
		cancellationId: mail.cancellation?.id ?? null,
		createdAt: ctx.now,
	};
}
