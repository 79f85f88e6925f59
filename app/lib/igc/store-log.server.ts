import { and, eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit, exactlyOne, type QueuedMail } from "~/lib/db/commit.server";
import { mailTo } from "~/lib/db/mail-to";
import { objectKey, storeUpload } from "~/lib/files/store-upload.server";
import { countByAccount } from "~/lib/http/throttle.server";
import { igcMailsToPilot, igcUploadsByOthers, igcUploadsByPilot } from "~/lib/http/write-limits";
import { done, type Result, refuse, refuseForNow } from "~/lib/result";
import { igcFileVersions } from "~db/schema";
import { lacksOwnLog, makeCurrent } from "./current-version.server";
import { type EarlierVersion, earlierVersion } from "./earlier-uploads.server";
import { beginVersion, type CheckedLog } from "./pending-version.server";

export interface StoredLog {
	readonly igcFileId: string;
	readonly versionId: string;
	/**
	 * `new`: the first log of a flight; `beside`: the competitor's own log counts, organisers may choose this one;
	 * `repeated`: these bytes were stored before.
	 */
	readonly outcome: "new" | "superseded" | "beside" | "repeated";
	/** Of the flight: not those of the upload where an organiser has moved it since. */
	readonly dayId: string;
	readonly classId: string;
}

/**
 * Stores the bytes of a log. It counts, unless the competitor has sent one signed in and this one comes from somebody else.
 * The key holds the digest, so uploads of the same bytes, at once or again after a broken one, share a row, and each can
 * finish what another began.
 */
export async function storeLog(ctx: Ctx, log: CheckedLog): Promise<Result<StoredLog>> {
	const key = objectKey(ctx, "igc", log.day.id, log.entry.id, log.sha256);
	const earlier = await earlierVersion(ctx.db, log, key);
	if (earlier?.state === "ready") return repeatUpload(ctx, log, earlier);
	const limit = isPilot(ctx, log.pilot.id) ? igcUploadsByPilot : igcUploadsByOthers;
	const wait = await countByAccount(ctx, limit, `${log.entry.id} ${log.day.id}`);
	if (wait !== null) return refuseForNow(wait);
	return storeUpload(
		ctx,
		{ key: earlier?.key ?? key, bytes: log.bytes, sha256: log.sha256 },
		{ begin: () => beginVersion(ctx, log, key), finish: (begun) => finishVersion(ctx, log, begun) },
	);
}

function isPilot({ actor }: Ctx, pilotId: string): boolean {
	return actor?.id === pilotId;
}

/** Makes the version ready, and the one that counts where the sender may do that. */
async function finishVersion(ctx: Ctx, log: CheckedLog, begun: EarlierVersion): Promise<Result<StoredLog>> {
	const { id: versionId, igcFileId, dayId, classId } = begun;
	const stored = { igcFileId, versionId, dayId, classId };
	const notifies = await mayNotifyPilot(ctx, log);
	const mails = (counts: boolean) => (notifies ? [otherSenderMail(log, versionId, counts)] : []);
	const counting = await commit(ctx, {
		// In this order: a version that is ready would look like a log that the competitor has sent before.
		statements: [exactlyOne(makeCounting(ctx, begun)), exactlyOne(makeReady(ctx, begun))],
		audit: uploadAudit(begun),
		outbox: mails(true),
		visible: ctx.edition.publishTracks,
	});
	if (counting.ok) {
		return done({ ...stored, outcome: begun.currentVersionId === null ? "new" : "superseded" });
	}
	const beside = await commit(ctx, {
		statements: [exactlyOne(makeReady(ctx, begun))],
		audit: { action: "igc.upload", subjectId: igcFileId, after: { versionId, counts: false } },
		outbox: mails(false),
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
 * The bytes are stored already. They count again even when another version came since, where the sender may do that, and
 * become the competitor's own when the competitor sends them.
 */
async function repeatUpload(ctx: Ctx, log: CheckedLog, earlier: EarlierVersion): Promise<Result<StoredLog>> {
	const { id: versionId, igcFileId, pilotId, currentVersionId, uploadedBy, dayId, classId } = earlier;
	const counts = currentVersionId === versionId;
	const becomesOwn = isPilot(ctx, pilotId) && uploadedBy !== pilotId;
	if (!counts || becomesOwn) {
		const notifies = !counts && (await mayNotifyPilot(ctx, log));
		await commit(ctx, {
			statements: [
				...(counts ? [] : [exactlyOne(makeCounting(ctx, earlier))]),
				...(becomesOwn
					? [
							ctx.db
								.update(igcFileVersions)
								.set({ uploadedBy: pilotId })
								.where(eq(igcFileVersions.id, versionId)),
						]
					: []),
			],
			audit: uploadAudit(earlier),
			outbox: notifies ? [otherSenderMail(log, versionId, true)] : [],
			visible: ctx.edition.publishTracks,
		});
	}
	return done({ igcFileId, versionId, dayId, classId, outcome: "repeated" });
}

/** Somebody else's log counts only where the competitor has sent none signed in. */
function makeCounting(ctx: Ctx, { id, igcFileId, pilotId }: EarlierVersion) {
	return makeCurrent(ctx, igcFileId, id, isPilot(ctx, pilotId) ? undefined : lacksOwnLog(ctx.db));
}

/** The competitor may finish what somebody else began with the same bytes. */
function makeReady(ctx: Ctx, { id, pilotId }: EarlierVersion) {
	return ctx.db
		.update(igcFileVersions)
		.set({ state: "ready", ...(isPilot(ctx, pilotId) ? { uploadedBy: pilotId } : {}) })
		.where(and(eq(igcFileVersions.id, id), eq(igcFileVersions.state, "pending")));
}

function uploadAudit({ id, igcFileId, currentVersionId }: EarlierVersion): AuditEntry {
	return {
		action: "igc.upload",
		subjectId: igcFileId,
		before: { versionId: currentVersionId },
		after: { versionId: id },
	};
}

/**
 * Whether the competitor is notified of a log. Not of the own one, and of a few in a day: many logs of strangers must not fill
 * a mailbox.
 */
async function mayNotifyPilot(ctx: Ctx, { pilot }: CheckedLog): Promise<boolean> {
	if (pilot.erasedAt || isPilot(ctx, pilot.id)) return false;
	return (await countByAccount(ctx, igcMailsToPilot, pilot.id)) === null;
}

/** @param counts false when it stands beside the competitor's own log */
function otherSenderMail({ pilot, day }: CheckedLog, versionId: string, counts: boolean): QueuedMail {
	return mailTo(pilot, "flight-log-sent", { day: day.name, date: day.date, versionId, counts });
}
