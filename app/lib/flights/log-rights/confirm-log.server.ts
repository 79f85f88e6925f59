import { and, eq, isNull, or } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";
import {
	isFree,
	isUndecided,
	logsChanged,
	makeCurrent,
	type StoredVersion,
	versionById,
} from "../versions-queries.server";
import { waitsAgain } from "./log-standing.server";
import { settleStandings } from "./settle-standings.server";

/** Seconds: two weeks. */
const lifetime = 1_209_600;

/** The path of the page on which a competitor says that a log is theirs. */
export const ownLogPath = (versionId: string) => `/igc/mine/${versionId}`;

/** The signed path names the entry, so that a link is void for a competitor to whom the flight is moved later. */
const signedPath = (versionId: string, registrationId: string) =>
	`${ownLogPath(versionId)}/${registrationId}`;

/**
 * Returns the query of the link in the competitor's mail; null when there is no such log. The path alone would prove nothing:
 * the sender of a log knows the id of its version.
 */
export async function ownLogProof(ctx: Ctx, versionId: string): Promise<string | null> {
	const [flight] = await ctx.db
		.select({ registrationId: igcFiles.registrationId })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.igcFileId, igcFiles.id))
		.where(eq(igcFileVersions.id, versionId));
	if (!flight) return null;
	const path = signedPath(versionId, flight.registrationId);
	return (await signPath(ctx, "igc-own", path, lifetime)).slice(path.length + 1);
}

function isOwnLogLink(
	ctx: Ctx,
	version: { readonly id: string; readonly registrationId: string },
	search: string,
): Promise<boolean> {
	const path = signedPath(version.id, version.registrationId);
	return isSignedLink(ctx, "igc-own", new URL(path + search, "https://path.invalid"));
}

/**
 * Returns a log that its competitor may confirm, signed in or by the link of the mail. Refuses with `not-found`, `log-removed`, or
 * `not-sender` for everybody else, an old link and an erased account.
 * @param search query of the link
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
 * Confirms that a log is the competitor's: it then counts as if the competitor had sent it signed in. When an organiser has decided
 * that another log of the flight counts, it stays beside that one, and once the results are announced it waits. Confirming again
 * changes nothing.
 */
export async function confirmLog(
	ctx: Ctx,
	versionId: string,
	search: string,
): Promise<Result<StoredVersion, "not-found" | "log-removed" | "not-sender">> {
	const found = await logToConfirm(ctx, versionId, search);
	if (!found.ok || found.value.standing === "scores" || found.value.standing === "waiting") return found;
	const { igcFileId, registrationId, dayId, classId, pilotId, currentVersionId } = found.value;
	const { id, confirmation } = igcFileVersions;
	const where = { dayId, classId };
	await commit(ctx, {
		statements: [
			ctx.db
				.update(igcFileVersions)
				.set({ confirmation: "pilot", waits: waitsAgain(where) })
				.where(and(eq(id, versionId), or(isNull(confirmation), eq(confirmation, "earlier")))),
			makeCurrent(ctx, igcFileId, versionId, and(isFree(where), isUndecided(ctx.db))),
			...settleStandings(ctx.db, { registrationId, dayId }),
		],
		audit: {
			action: "igc.confirm",
			subjectId: igcFileId,
			actorId: pilotId,
			before: { versionId: currentVersionId },
			after: { versionId },
		},
		effects: logsChanged(where, "other"),
		visible: ctx.edition.publishTracks,
	});
	return found;
}
