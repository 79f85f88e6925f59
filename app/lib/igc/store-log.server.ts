import { and, eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit, exactlyOne } from "~/lib/db/commit.server";
import { objectKey, storeUpload } from "~/lib/files/store-upload.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFileVersions } from "~db/schema";
import { makeCurrent } from "./current-version.server";
import { type EarlierVersion, earlierVersion } from "./earlier-uploads.server";
import { beginVersion, type CheckedLog } from "./pending-version.server";

export interface StoredLog {
	readonly igcFileId: string;
	readonly versionId: string;
	/** `new`: the first log of a flight; `repeated`: these bytes were stored before. */
	readonly outcome: "new" | "superseded" | "repeated";
}

/**
 * Stores the bytes of a log and makes them count. The key holds the digest, so uploads of the same bytes, at once or
 * again after a broken one, share a row, and each can finish what another began.
 */
export async function storeLog(ctx: Ctx, log: CheckedLog): Promise<Result<StoredLog>> {
	const key = objectKey(ctx, "igc", log.day.id, log.entry.id, log.sha256);
	const earlier = await earlierVersion(ctx.db, log, key);
	if (earlier?.state === "ready") return repeatUpload(ctx, earlier);
	return storeUpload(
		ctx,
		{ key: earlier?.key ?? key, bytes: log.bytes, sha256: log.sha256 },
		{ begin: () => beginVersion(ctx, log, key), finish: (begun) => finishVersion(ctx, begun) },
	);
}

/** Makes the version ready and the one that counts. */
async function finishVersion(ctx: Ctx, begun: EarlierVersion): Promise<Result<StoredLog>> {
	const { id: versionId, igcFileId } = begun;
	const finished = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFileVersions)
					.set({ state: "ready" })
					.where(and(eq(igcFileVersions.id, versionId), eq(igcFileVersions.state, "pending"))),
			),
			exactlyOne(makeCurrent(ctx, igcFileId, versionId)),
		],
		audit: uploadAudit(begun),
		visible: ctx.edition.publishTracks,
	});
	if (finished.ok) {
		return done({ igcFileId, versionId, outcome: begun.currentVersionId === null ? "new" : "superseded" });
	}
	const [version] = await ctx.db
		.select({ state: igcFileVersions.state })
		.from(igcFileVersions)
		.where(eq(igcFileVersions.id, versionId));
	if (version?.state !== "ready") return refuse("storage-failed");
	return done({ igcFileId, versionId, outcome: "repeated" });
}

/** The bytes are stored already; they count again even when another version came since. */
async function repeatUpload(ctx: Ctx, earlier: EarlierVersion): Promise<Result<StoredLog>> {
	const { id: versionId, igcFileId } = earlier;
	if (earlier.currentVersionId !== versionId) {
		await commit(ctx, {
			statements: [makeCurrent(ctx, igcFileId, versionId)],
			audit: uploadAudit(earlier),
			visible: ctx.edition.publishTracks,
		});
	}
	return done({ igcFileId, versionId, outcome: "repeated" });
}

function uploadAudit({ id, igcFileId, currentVersionId }: EarlierVersion): AuditEntry {
	return {
		action: "igc.upload",
		subjectId: igcFileId,
		before: { versionId: currentVersionId },
		after: { versionId: id },
	};
}
