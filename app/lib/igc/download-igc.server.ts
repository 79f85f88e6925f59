import { and, eq, isNotNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { signPath } from "~/lib/files/signed-link.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles } from "~db/schema";
import { flightsOfDay } from "./flights-queries.server";
import { signedFilePath } from "./igc-json.server";
import { versionById } from "./versions-queries.server";

/**
 * Marks the flight as downloaded when the version is the one that counts.
 * @returns a signed path to the log
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
 * Marks all flights of a day as downloaded.
 * @returns a signed path to their archive
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

/** Records the download of an archive with a token instead of a link: a GET, so it marks no flight. */
export async function recordArchive(ctx: AdminCtx, dayId: string): Promise<void> {
	await commit(ctx, {
		statements: [],
		audit: { action: "igc.download-day", subjectId: dayId },
		visible: false,
	});
}
