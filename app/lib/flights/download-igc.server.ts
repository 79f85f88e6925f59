import { and, eq, isNotNull } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { type AuditEntry, commit, recordAct } from "~/lib/db/commit.server";
import { signPath } from "~/lib/files/signed-link.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles } from "~db/schema";
import { archivedFlights, isArchived } from "./archive-of-day.server";
import type { DeliveredFlight } from "./flights-queries.server";
import { signedFilePath } from "./igc-json.server";
import { versionById } from "./versions-queries.server";

/**
 * Marks the flight as downloaded when the version is the one that counts.
 * @returns a signed path to the log
 */
export async function downloadIgc(
	ctx: StaffCtx<"logs">,
	versionId: string,
): Promise<Result<string, "not-found" | "log-removed">> {
	const [version] = await versionById(ctx.db, versionId);
	if (!version) return refuse("not-found");
	if (version.isRemoved) return refuse("log-removed");
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

/** Marks the flights whose logs are in the archive of a day as downloaded. @returns a signed path to the archive */
export async function downloadIgcDay(
	ctx: StaffCtx<"logs">,
	dayId: string,
): Promise<Result<string, "not-found">> {
	const flights = await archivedFlights(ctx.db, dayId);
	if (flights.length === 0) return refuse("not-found");
	await commit(ctx, {
		statements: [
			ctx.db
				.update(igcFiles)
				.set({ downloaded: true, updatedAt: ctx.now })
				.where(and(eq(igcFiles.dayId, dayId), isNotNull(igcFiles.currentVersionId), isArchived)),
		],
		audit: archiveAudit(dayId, flights),
		visible: false,
	});
	return done(await signPath(ctx, "igc-day", `/api/igc/archive/${dayId}`));
}

/** Returns a signed path to the archive of a day, for a search by the desk. It leaves the scorer's marks as they are. */
export async function pathToLogs(ctx: StaffCtx<"desk">, dayId: string): Promise<string> {
	await recordArchive(ctx, dayId, await archivedFlights(ctx.db, dayId));
	return signPath(ctx, "igc-day", `/api/igc/archive/${dayId}`);
}

/** Records the download of an archive with a token instead of a link. It is a GET, so it marks no flight. */
export async function recordArchive(
	ctx: StaffCtx<"logs"> | StaffCtx<"desk">,
	dayId: string,
	flights: readonly DeliveredFlight[],
): Promise<void> {
	await recordAct(ctx, archiveAudit(dayId, flights));
}

/**
 * Names in the audit log the logs that somebody other than their competitor sent: the files that organisers have downloaded are
 * never removed.
 */
function archiveAudit(dayId: string, flights: readonly DeliveredFlight[]): AuditEntry {
	const ofOthers = flights.filter(({ sender }) => sender === "other").map(({ versionId }) => versionId);
	return { action: "igc.download-day", subjectId: dayId, after: { flights: flights.length, ofOthers } };
}
