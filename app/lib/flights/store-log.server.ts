import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit, exactlyOne, type QueuedMail } from "~/lib/db/commit.server";
import { areAnnounced } from "~/lib/db/conditions.server";
import type { Cause } from "~/lib/db/effects";
import { type MailPayloads, mailTo } from "~/lib/db/mail-to";
import { objectKey } from "~/lib/files/object-key";
import { storeUpload } from "~/lib/files/store-upload.server";
import { addressLimit, countByAccount, networkOf } from "~/lib/http/throttle.server";
import {
	igcMailsOfStrangers,
	igcMailsToPilot,
	igcUploadsByNetwork,
	igcUploadsByOrganisers,
	igcUploadsByOthers,
	igcUploadsByPilot,
} from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";
import { beginVersion, type CheckedLog } from "./begin-version.server";
import { type EarlierVersion, earlierVersion } from "./earlier-uploads.server";
import { refuseWithoutRoom } from "./log-quota.server";
import { isStronger, type Sender } from "./log-rights/log-sender.server";
import { isOwnLog, waitsAgain } from "./log-rights/log-standing.server";
import { settleStandings } from "./log-rights/settle-standings.server";
import { givesWayTo, logsChanged, makeCurrent } from "./versions-queries.server";

export interface StoredLog {
	readonly igcFileId: string;
	readonly versionId: string;
	/**
	 * `new`: it is the first log of a flight; `superseded`: it replaces the log that counted; `beside`: another log still counts, and
	 * organisers may choose this one; `repeated`: these bytes were stored before.
	 */
	readonly outcome: "new" | "superseded" | "beside" | "repeated";
	/** False when somebody else has sent these bytes before: sending them again gives no right over the log. */
	readonly isSenders: boolean;
	/** Day of the flight. It differs from the day of the upload when an organiser has moved the flight since. */
	readonly dayId: string;
	readonly classId: string;
}

/**
 * Stores the bytes of a log. The log counts if the other versions of the flight give way to it. The key holds the digest, so
 * uploads of the same bytes, at once or again after a broken one, share a row, and each can finish what another began.
 */
export async function storeLog(ctx: Ctx, log: CheckedLog): Promise<Result<StoredLog>> {
	const key = objectKey(ctx, "igc", log.day.id, log.entry.id, log.sha256);
	const earlier = await earlierVersion(ctx.db, log, key);
	if (earlier?.state === "ready") return repeatUpload(ctx, log, earlier);
	const wait = await countUpload(ctx, log);
	if (wait !== null) return refuseForNow(wait);
	const noRoom = await refuseWithoutRoom(ctx, log.sender, log.bytes.byteLength);
	if (noRoom) return noRoom;
	return storeUpload(
		ctx,
		{ key: earlier?.key ?? key, bytes: log.bytes, sha256: log.sha256 },
		{ begin: () => beginVersion(ctx, log, key), finish: (begun) => finishVersion(ctx, log, begun) },
	);
}

/** Counts a log for its competitor and day. @returns seconds to wait when its senders have reached their limit, else null */
async function countUpload(ctx: Ctx, { entry, day, sender }: CheckedLog): Promise<number | null> {
	const flight = `${entry.id} ${day.id}`;
	if (isOwn(sender)) return countByAccount(ctx, igcUploadsByPilot, flight);
	if (sender.kind === "organiser") return countByAccount(ctx, igcUploadsByOrganisers, flight);
	const ofNetwork = await countByAccount(
		ctx,
		addressLimit(ctx, igcUploadsByNetwork),
		`${networkOf(ctx.ip)} ${flight}`,
	);
	return ofNetwork ?? countByAccount(ctx, igcUploadsByOthers, flight);
}

/** An organiser who flies sends the own log as a competitor. */
const causeOfLog = ({ sender }: CheckedLog): Cause => (sender.kind === "organiser" ? "organiser" : "other");

const isOwn = ({ kind }: Sender) => kind === "pilot" || kind === "device";

/** Makes the version ready, and lets it count when the sender may do that. */
async function finishVersion(ctx: Ctx, log: CheckedLog, begun: EarlierVersion): Promise<Result<StoredLog>> {
	const { id: versionId, igcFileId, dayId, classId } = begun;
	const stored = { igcFileId, versionId, dayId, classId, isSenders: isSenderOf(log, begun) };
	const notifies = await mayNotifyPilot(ctx, log, begun);
	const mails = (sent: SentLog) => (notifies ? [otherSenderMail(log, versionId, sent)] : []);
	const counting = await commit(ctx, {
		// The order matters: a version that is ready would look like a log that the competitor has sent before.
		statements: [
			exactlyOne(makeCounting(ctx, log, begun)),
			exactlyOne(makeReady(ctx, log, begun)),
			...settleStandings(ctx.db, begun),
		],
		audit: uploadAudit(log, begun),
		outbox: mails(countingLog(log)),
		effects: logsChanged(begun, causeOfLog(log)),
		visible: isShown(ctx, scoresAsSent(log, begun)),
	});
	if (counting.ok) {
		return done({ ...stored, outcome: begun.currentVersionId === null ? "new" : "superseded" });
	}
	const beside = await commit(ctx, {
		statements: [exactlyOne(makeReady(ctx, log, begun)), ...settleStandings(ctx.db, begun)],
		audit: { action: "igc.upload", subjectId: igcFileId, after: { versionId, counts: false } },
		outbox: mails(await logBeside(ctx, log, igcFileId)),
		effects: logsChanged(begun, causeOfLog(log)),
		visible: false,
	});
	if (beside.ok) return done({ ...stored, outcome: "beside" });
	const [version] = await ctx.db
		.select({ state: igcFileVersions.state })
		.from(igcFileVersions)
		.where(eq(igcFileVersions.id, versionId));
	if (version?.state !== "ready") return refuse("storage-failed");
	return done({ ...stored, outcome: "repeated" });
}

/**
 * Handles bytes that are stored already. When the sender may do that, they count again even if another version came since. They
 * become the log of the sender with the greatest right. What organisers discarded stays discarded.
 */
async function repeatUpload(ctx: Ctx, log: CheckedLog, earlier: EarlierVersion): Promise<Result<StoredLog>> {
	const { id: versionId, igcFileId, currentVersionId, dayId, classId, isDiscarded } = earlier;
	const counts = currentVersionId === versionId;
	const isRenewed = isStronger(log.sender.kind, earlier.sender) || (earlier.waits && isOwn(log.sender));
	const renewed = [
		...(isRenewed ? [sentAgain(ctx, log, earlier)] : []),
		...(log.receivedAt ? [receivedAt(ctx, versionId, log.receivedAt)] : []),
	];
	const settle = settleStandings(ctx.db, earlier);
	const write = { audit: uploadAudit(log, earlier), effects: logsChanged(earlier, causeOfLog(log)) };
	let isDone = counts || isDiscarded;
	if (!isDone) {
		const mails = (await mayNotifyPilot(ctx, log, earlier))
			? [otherSenderMail(log, versionId, countingLog(log))]
			: [];
		const statements = [exactlyOne(makeCounting(ctx, log, earlier)), ...renewed, ...settle];
		const visible = isShown(ctx, scoresAsSent(log, earlier));
		isDone = (await commit(ctx, { ...write, statements, outbox: mails, visible })).ok;
		if (isDone) renewed.length = 0;
	}
	// Another sender of a log that scores already, or that does not count, changes nothing that visitors see.
	const visible = isShown(ctx, counts && !isDiscarded && (!scores(earlier) || earlier.waits));
	if (renewed.length > 0) await commit(ctx, { ...write, statements: [...renewed, ...settle], visible });
	return done({
		igcFileId,
		versionId,
		dayId,
		classId,
		isSenders: isSenderOf(log, earlier),
		outcome: "repeated",
	});
}

/** Whether the sender has sent the log before. All visitors count as one sender: none of them has a right that the others lack. */
function isSenderOf({ sender }: CheckedLog, { sender: kind, uploadedBy }: EarlierVersion): boolean {
	return sender.kind === kind && sender.accountId === uploadedBy;
}

const scores = ({ sender, confirmation }: EarlierVersion) => sender !== "other" || confirmation !== null;

/** Whether a version scores when it counts, with the greater right of its earlier sender and this one. */
const scoresAsSent = ({ sender, isAhead }: CheckedLog, version: EarlierVersion) =>
	!isAhead && (sender.kind !== "other" || scores(version));

/** Whether visitors see the change of a log: only one that scores is on any of their pages. The scores say for themselves what they change. */
const isShown = ({ edition }: Ctx, isScoring: boolean) => isScoring && edition.publishTracks;

function makeCounting(ctx: Ctx, { sender, isAhead }: CheckedLog, version: EarlierVersion) {
	const { id, igcFileId, hasSecondSign } = version;
	return makeCurrent(
		ctx,
		igcFileId,
		id,
		givesWayTo(ctx.db, version, {
			sender: sender.kind,
			sentBefore: sender.sentBefore,
			hasSecondSign,
			isAhead,
		}),
	);
}

/** Statement that makes a version ready. The competitor may finish what somebody else began with the same bytes. */
function makeReady(ctx: Ctx, { sender, receivedAt: at }: CheckedLog, begun: EarlierVersion) {
	const renewed = isStronger(sender.kind, begun.sender) ? senderColumns(sender) : {};
	return ctx.db
		.update(igcFileVersions)
		.set({ state: "ready", ...renewed, receivedAt: at, waits: areAnnounced(begun) })
		.where(and(eq(igcFileVersions.id, begun.id), eq(igcFileVersions.state, "pending")));
}

/**
 * Statement that gives a stored log the stronger of its senders, and says anew whether it waits. A log that an organiser has sent
 * stays decided when the competitor sends the same bytes.
 */
function sentAgain(ctx: Ctx, { sender }: CheckedLog, earlier: EarlierVersion) {
	const { id, sender: before, confirmation } = earlier;
	const renewed = isStronger(sender.kind, before)
		? {
				...senderColumns(sender),
				confirmation: before === "organiser" ? ("organiser" as const) : confirmation,
			}
		: {};
	return ctx.db
		.update(igcFileVersions)
		.set({ ...renewed, waits: waitsAgain(earlier) })
		.where(eq(igcFileVersions.id, id));
}

function receivedAt({ db }: Ctx, versionId: string, at: Date) {
	return db.update(igcFileVersions).set({ receivedAt: at }).where(eq(igcFileVersions.id, versionId));
}

const senderColumns = ({ kind, accountId }: Sender) => ({ sender: kind, uploadedBy: accountId });

function uploadAudit(
	{ receivedAt: at }: CheckedLog,
	{ id, igcFileId, currentVersionId }: EarlierVersion,
): AuditEntry {
	return {
		action: "igc.upload",
		subjectId: igcFileId,
		before: { versionId: currentVersionId },
		after: { versionId: id, ...(at ? { receivedAt: at } : {}) },
	};
}

/**
 * Whether the competitor gets a mail about a log. There is none about their own log, and only a few a day about others: many logs
 * of strangers must not fill a mailbox. Logs without a second sign are counted apart, so that they suppress no mail about a log
 * that the competitor sent from another device.
 */
async function mayNotifyPilot(
	ctx: Ctx,
	{ pilot, sender }: CheckedLog,
	{ hasSecondSign }: EarlierVersion,
): Promise<boolean> {
	if (pilot.erasedAt || isOwn(sender)) return false;
	const limit = sender.kind === "other" && !hasSecondSign ? igcMailsOfStrangers : igcMailsToPilot;
	return (await countByAccount(ctx, limit, pilot.id)) === null;
}

type SentLog = Pick<MailPayloads["flight-log-sent"], "counts" | "toConfirm" | "decided">;

const countingLog = ({ sender }: CheckedLog): SentLog => ({
	counts: true,
	toConfirm: sender.kind === "other",
	decided: sender.kind === "organiser",
});

/** The competitor need not confirm a log beside one that scores. */
async function logBeside({ db }: Ctx, { sender }: CheckedLog, igcFileId: string): Promise<SentLog> {
	const [flight] = await db
		.select({
			standing: igcFiles.standing,
			decided: sql<boolean>`NOT ${isOwnLog(igcFileVersions)}`.mapWith(Boolean),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(eq(igcFiles.id, igcFileId));
	return {
		counts: false,
		toConfirm: sender.kind === "other" && flight?.standing !== "scores",
		decided: flight?.decided ?? false,
	};
}

function otherSenderMail({ pilot, day }: CheckedLog, versionId: string, sent: SentLog): QueuedMail {
	return mailTo(pilot, "flight-log-sent", { day: day.name, date: day.date, versionId, ...sent });
}
