import { and, eq, isNotNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { signPath } from "~/lib/files/signed-link.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles } from "~db/schema";
import { flightsOfDay, versionById } from "./flights-queries.server";
import { signedFilePath } from "./igc-json.server";

/**
 * Lets an organiser download a stored log. The flight is marked as downloaded when the log is the one that counts.
 * @returns a signed path
 */
export async function downloadIgc(ctx: AdminCtx, versionId: string): Promise<Result<string, "not-found">> {
	const [version] = await versionById(ctx.db, versionId);
	if (!version) return refuse("not-found");
	const { igcFileId } = version;
	await commit(ctx, {
		statements: [
			ctx.db
				.update(igcFiles)
				.set({ downloaded: true, updatedAt: ctx.now })
				.where(and(eq(igcFiles.id, igcFileId), eq(igcFiles.currentVersionId, versionId))),
		],
		audit: { action: "igc.download", subjectId: igcFileId, after: { versionId } },
		visible: false,
	});
	return done(await signedFilePath(ctx, versionId));
}

/**
 * Lets an organiser download all flights of a day in one archive, and marks them.
 * @returns a signed path
 */
export async function downloadIgcDay(ctx: AdminCtx, dayId: string): Promise<Result<string, "not-found">> {
	const flights = await flightsOfDay(ctx.db, dayId);
	if (flights.length === 0) return refuse("not-found");
	await commit(ctx, {
		statements: [
			ctx.db
				.update(igcFiles)
				.set({ downloaded: true, updatedAt: ctx.now })
				.where(and(eq(igcFiles.dayId, dayId), isNotNull(igcFiles.currentVersionId))),
		],
		audit: { action: "igc.download-day", subjectId: dayId, after: { flights: flights.length } },
		visible: false,
	});
	return done(await signPath(ctx, "igc-day", `/api/igc/archive/${dayId}`));
}

/** Writes down that an organiser takes all flights of a day by a token, without a link; a GET marks none of them. */
export async function noteArchive(ctx: AdminCtx, dayId: string): Promise<void> {
	await commit(ctx, {
		statements: [],
		audit: { action: "igc.download-day", subjectId: dayId },
		visible: false,
	});
}
