import { and, desc, eq, gt, isNotNull, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { type MailPayloads, mailTo } from "~/lib/db/mail-to";
import { first, read } from "~/lib/db/read.server";
import { fallbackLanguage } from "~/lib/i18n/language";
import { type AlertCause, alertCauses } from "~db/enums";
import { alerts, auditLog, auditSeals } from "~db/schema";
import { type Condition, readCondition } from "./condition.server";

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

/** Milliseconds between two alerts of a cause, and the least that one stands before it is over: what comes and goes is told once. */
const pause = hour;

/** What happens: it is told once in the pause, and what happens meanwhile is in the next alert. */
const eventCauses = ["new-organiser", "organiser-device", "erasures", "replaced-logs"] as const;
type EventCause = (typeof eventCauses)[number];
/** What lasts: it is told when it begins and when it is over. */
type LastingCause = Exclude<AlertCause, EventCause>;

/** Alerts the operator by mail. */
export async function raiseAlerts(ctx: Ctx): Promise<void> {
	const [found, condition] = await Promise.all([readEvents(ctx), readCondition(ctx)]);
	const lastSeal = found.newest?.number ?? 0;
	const lasting = lastingNumbers(condition);
	for (const cause of alertCauses) {
		const before = found.last.find((alert) => alert.cause === cause);
		if (before && ctx.now.getTime() - before.alertedAt.getTime() < pause) continue;
		if (isLasting(cause)) {
			if (!before && lasting[cause] > 0) await raise(ctx, { cause, number: lasting[cause], lastSeal });
			if (before && lasting[cause] === 0) await tellOver(ctx, before);
		} else {
			const isFresh = ({ number }: SealedEvent) => number > (before?.lastSeal ?? 0);
			const number = eventNumbers(found, isFresh)[cause];
			if (number > 0) await raise(ctx, { cause, number, lastSeal }, before?.alertedAt);
		}
	}
}

function isLasting(cause: AlertCause): cause is LastingCause {
	return !eventCauses.some((event) => event === cause);
}

/** What the mail says of each; 0 for what is not. */
function lastingNumbers({ checks, warnings, ...numbers }: Condition): Readonly<Record<LastingCause, number>> {
	return {
		"late-mail": numbers.lateMails,
		"failed-mail": numbers.failedMails,
		"mail-quota": warnings.includes("mail-quota") ? Math.max(1, numbers.sentToday) : 0,
		jobs: numbers.setAsideJobs,
		results: checks.results === "ok" ? 0 : 1,
		files: checks.files === "ok" ? 0 : 1,
		pages: checks.pages === "ok" ? 0 : 1,
		storage: warnings.includes("storage") ? numbers.percentStored : 0,
	};
}

function eventNumbers(
	{ grants, devices, erasures, logs }: Awaited<ReturnType<typeof readEvents>>,
	isFresh: (event: SealedEvent) => boolean,
): Readonly<Record<EventCause, number>> {
	return {
		"new-organiser": grants.filter(isFresh).length,
		"organiser-device": devices.filter(isFresh).length,
		erasures: tooMany(erasures, isFresh),
		"replaced-logs": tooMany(logs, isFresh),
	};
}

function readEvents({ db, now }: Ctx) {
	const since = new Date(now.getTime() - longestLook);
	const { number } = auditSeals;
	return read(db, {
		last: db.select().from(alerts),
		newest: first(db.select({ number }).from(auditSeals).orderBy(desc(number)).limit(1)),
		grants: sealedEvents(db, "user.grant-admin", since),
		devices: sealedEvents(db, "account.login", since, isNewDevice(db)),
		erasures: sealedEvents(db, "account.erase", since),
		logs: sealedEvents(db, "igc.upload", since, replacesLog),
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
	const { db, now } = ctx;
	const values = { alertedAt: now, lastSeal };
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
		outbox: mailsOf(ctx, { cause, number }),
		visible: false,
	});
}

/** Takes an alert away whose cause has gone, unless another run has done it. */
async function tellOver(ctx: Ctx, { cause, alertedAt }: typeof alerts.$inferSelect) {
	await commit(ctx, {
		statements: [
			exactlyOne(ctx.db.delete(alerts).where(and(eq(alerts.cause, cause), eq(alerts.alertedAt, alertedAt)))),
		],
		audit: [],
		outbox: mailsOf(ctx, { cause, number: 0, over: true }),
		visible: false,
	});
}

function mailsOf({ edition, settings }: Ctx, alert: MailPayloads["alert"]) {
	const recipients = settings.operatorEmail === null ? edition.organiserEmails : [settings.operatorEmail];
	return recipients.map((email) => mailTo({ id: null, email, language: fallbackLanguage }, "alert", alert));
}
