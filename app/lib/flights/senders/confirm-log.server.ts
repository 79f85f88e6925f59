import { and, eq, isNull, or } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFileVersions } from "~db/schema";
import { isUndecided, logsChanged, makeCurrent } from "../current-version.server";
import { type StoredVersion, versionById } from "../versions-queries.server";
import { isOwnLogLink } from "./own-log-link.server";
import { settleStandings } from "./standing.server";

/**
 * A log that its competitor may confirm: signed in, or by the link of the mail. Refuses with `not-found`, `log-removed`,
 * or `not-sender` for everybody else, an old link and an erased account.
 * @param search of the link
 */
export async function logToConfirm(
	ctx: Ctx,
	versionId: string,
	search: string,
): Promise<Result<StoredVersion, "not-found" | "log-removed" | "not-sender">> {
	const [version] = await versionById(ctx.db, versionId);
	if (!version || version.standing === "discarded") return refuse("not-found");
	if (version.isRemoved) return refuse("log-removed");
	if (version.isPilotErased) return refuse("not-sender");
	const isPilot = ctx.actor?.id === version.pilotId;
	return isPilot || (await isOwnLogLink(ctx, version, search)) ? done(version) : refuse("not-sender");
}

/**
 * The competitor says that a log is theirs: it is as if they had sent it signed in. Where an organiser has decided which log of the
 * flight counts, it stands beside that one. A second time changes nothing.
 */
export async function confirmLog(
	ctx: Ctx,
	versionId: string,
	search: string,
): Promise<Result<StoredVersion, "not-found" | "log-removed" | "not-sender">> {
	const found = await logToConfirm(ctx, versionId, search);
	if (!found.ok || found.value.standing === "scores") return found;
	const { igcFileId, registrationId, dayId, classId, pilotId, currentVersionId } = found.value;
	const { id, confirmation } = igcFileVersions;
	await commit(ctx, {
		statements: [
			ctx.db
				.update(igcFileVersions)
				.set({ confirmation: "pilot" })
				.where(and(eq(id, versionId), or(isNull(confirmation), eq(confirmation, "earlier")))),
			makeCurrent(ctx, igcFileId, versionId, isUndecided(ctx.db)),
			settleStandings(ctx.db, { registrationId, dayId }),
		],
		audit: {
			action: "igc.confirm",
			subjectId: igcFileId,
			actorId: pilotId,
			before: { versionId: currentVersionId },
			after: { versionId },
		},
		effects: logsChanged({ dayId, classId }),
		visible: ctx.edition.publishTracks,
	});
	return found;
}
