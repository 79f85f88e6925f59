import { and, count, desc, eq, gt, inArray, isNotNull, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { mostStored, storedLogBytes } from "~/lib/files/object-storage.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { longestWait } from "~/lib/mail/outbox.server";
import { type AlertCause, alertCauses } from "~db/enums";
import { alerts, auditLog, auditSeals, outbox } from "~db/schema";

/** A sealed row of the audit log. */
interface SealedEvent {
	/** Number of its seal. */
	readonly number: number;
	readonly at: Date;
}

function sealedEvents(db: Db, action: AuditAction, since: Date, condition?: SQL) {
	return db
		.select({ number: auditSeals.number, at: auditLog.at })
		.from(auditLog)
		.innerJoin(auditSeals, eq(auditSeals.auditId, auditLog.id))
		.where(and(eq(auditLog.action, action), gt(auditLog.at, since), condition))
		.orderBy(auditSeals.number);
}

/** Condition: the log replaced another one that counted. It is false for the first log of a flight. */
const replacesLog = sql`json_extract(${auditLog.before}, '$.versionId') <> json_extract(${auditLog.after}, '$.versionId')`;

/** Condition: an organiser logged in from a device from which the account has not logged in before. */
function isNewDevice(db: Db): SQL | undefined {
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

const hour = 60 * 60_000;
const day = 24 * hour;

/** Milliseconds for which an event can still raise an alert. It may have to wait until the pause after the last alert ends. */
const longestLook = day;

/** Most erasures, and most replaced logs, within an hour that raise no alert. */
const mostPerHour = 3;

/** Milliseconds between two alerts of a cause. A bucket stays full, so its alert comes once a day. */
const pauseOf = (cause: AlertCause) => (cause === "storage" ? day : hour);

/** Alerts the operator by mail, once in the pause of a cause. What happens in between is in the next alert. */
export async function raiseAlerts(ctx: Ctx): Promise<void> {
	const { now } = ctx;
	const found = await readEvents(ctx);
	const percentStored = Math.floor((100 * (found.stored?.bytes ?? 0)) / mostStored);
	for (const cause of alertCauses) {
		const before = found.last.find((alert) => alert.cause === cause);
		if (before && now.getTime() - before.alertedAt.getTime() < pauseOf(cause)) continue;
		const isFresh = ({ number }: SealedEvent) => number > (before?.lastSeal ?? 0);
		const numbers: Readonly<Record<AlertCause, number>> = {
			"new-organiser": found.grants.filter(isFresh).length,
			"organiser-device": found.devices.filter(isFresh).length,
			erasures: tooMany(found.erasures, isFresh),
			"replaced-logs": tooMany(found.logs, isFresh),
			// When an alert itself waits, another one would not help.
			"late-mail": found.alertsWaiting?.mails ? 0 : (found.late?.mails ?? 0),
			storage: percentStored >= 50 ? percentStored : 0,
		};
		const lastSeal = found.newest?.number ?? 0;
		if (numbers[cause] > 0) await raise(ctx, { cause, number: numbers[cause], lastSeal }, before?.alertedAt);
	}
}

function readEvents({ db, now }: Ctx) {
	const since = new Date(now.getTime() - longestLook);
	const unsent = inArray(outbox.state, ["queued", "sending"]);
	const isLate = lt(outbox.createdAt, new Date(now.getTime() - longestWait * 1000));
	const mails = () => db.select({ mails: count() }).from(outbox);
	const { number } = auditSeals;
	return read(db, {
		last: db.select().from(alerts),
		newest: first(db.select({ number }).from(auditSeals).orderBy(desc(number)).limit(1)),
		grants: sealedEvents(db, "user.grant-admin", since),
		devices: sealedEvents(db, "account.login", since, isNewDevice(db)),
		erasures: sealedEvents(db, "account.erase", since),
		logs: sealedEvents(db, "igc.upload", since, replacesLog),
		late: first(mails().where(and(unsent, isLate, ne(outbox.kind, "alert")))),
		alertsWaiting: first(mails().where(and(unsent, eq(outbox.kind, "alert")))),
		stored: first(storedLogBytes(db)),
	});
}

/** The most events in the hour before a fresh one; 0 when that is not too many. */
function tooMany(events: readonly SealedEvent[], isFresh: (event: SealedEvent) => boolean): number {
	const numbers = events.filter(isFresh).map(({ at: end }) => {
		const begin = end.getTime() - hour;
		return events.filter(({ at }) => at.getTime() > begin && at <= end).length;
	});
	const most = Math.max(0, ...numbers);
	return most > mostPerHour ? most : 0;
}

interface Alert {
	readonly cause: AlertCause;
	/** What the mail says: how many of them, or the percentage that is stored. */
	readonly number: number;
	readonly lastSeal: number;
}

/** Writes an alert, unless another run has raised it meanwhile. */
async function raise(ctx: Ctx, { cause, number, lastSeal }: Alert, before?: Date) {
	const { db, now, edition, settings } = ctx;
	const values = { alertedAt: now, lastSeal };
	const recipients = settings.operatorEmail === null ? edition.organiserEmails : [settings.operatorEmail];
	await commit(ctx, {
		statements: [
			before
				? exactlyOne(
						db
							.update(alerts)
							.set(values)
							.where(and(eq(alerts.cause, cause), eq(alerts.alertedAt, before))),
					)
				: db.insert(alerts).values({ cause, ...values }),
		],
		audit: [],
		outbox: recipients.map((email) =>
			mailTo({ id: null, email, language: fallbackLanguage }, "alert", { cause, number }),
		),
		visible: false,
	});
}
