import type { AdminCtx } from "../context";
import { commit, exactlyOne } from "../db/commit.server";
import { done, type Result, refuse } from "../result";
import { versionById } from "./igc-queries.server";
import { makeCurrent } from "./keep-log.server";

/**
 * Lets an earlier log of a flight count again; the one it replaces stays stored. `seenVersionId` is the log that
 * counted when the organiser decided: where a newer one has come since, nothing changes (`stale`).
 */
export async function restoreIgc(
	ctx: AdminCtx,
	versionId: string,
	seenVersionId: string,
): Promise<Result<null, "not-found" | "stale">> {
	const [version] = await versionById(ctx.db, versionId);
	if (!version) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [exactlyOne(makeCurrent(ctx, version.igcFileId, versionId, seenVersionId))],
		audit: {
			action: "igc.restore",
			subjectId: version.igcFileId,
			before: { versionId: seenVersionId },
			after: { versionId },
		},
		visible: ctx.edition.publishTracks,
	});
	return committed.ok ? done(null) : refuse("stale");
}
