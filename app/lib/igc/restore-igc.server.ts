import { and, eq, ne } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { competitionDays, igcFiles, igcFileVersions, registrations } from "~db/schema";
import { deliveredFlights, flightById, versionById } from "./flights-queries.server";
import { judgeStoredLog } from "./log-warnings.server";
import { makeCurrent } from "./store-log.server";

/**
 * Lets an earlier log of a flight count again; the one it replaces stays stored. What looks wrong with it is found out anew, as
 * the flight may be another pilot's or day's since it came. `seenVersionId` is the log that counted when the organiser decided:
 * where a newer one has come since, nothing changes (`stale`).
 */
export async function restoreIgc(
	ctx: AdminCtx,
	versionId: string,
	seenVersionId: string,
): Promise<Result<null, "not-found" | "storage-failed" | "stale">> {
	const { db } = ctx;
	const [version] = await versionById(db, versionId);
	const [flight] = version ? await flightById(db, version.igcFileId) : [];
	if (!version || !flight) return refuse("not-found");
	const { registrationId, dayId } = flight;
	const [[entry], [day], others] = await db.batch([
		db.select().from(registrations).where(eq(registrations.id, registrationId)),
		db.select().from(competitionDays).where(eq(competitionDays.id, dayId)),
		deliveredFlights(
			db,
			and(eq(igcFiles.registrationId, registrationId), eq(igcFiles.dayId, dayId), ne(igcFiles.id, flight.id)),
		),
	]);
	if (!entry || !day) return refuse("not-found");
	const warnings = await judgeStoredLog(ctx, version.key, { day, entry, others });
	if (!warnings) return refuse("storage-failed");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(makeCurrent(ctx, version.igcFileId, versionId, seenVersionId)),
			db.update(igcFileVersions).set({ warnings }).where(eq(igcFileVersions.id, versionId)),
		],
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
