import { and, eq, ne } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";
import { logsChanged, makeCurrent } from "./current-version.server";
import { deliveredFlights, flightById } from "./flights-queries.server";
import { storedLogWarnings } from "./log-warnings.server";
import { settleStandings } from "./senders/standing.server";
import { versionById } from "./versions-queries.server";

/**
 * Makes another version of a flight count, until an organiser decides otherwise; the replaced one stays stored. Its warnings are made anew, as the
 * flight may have moved to another pilot or day since.
 * @param seenVersionId the version that counted when the organiser decided; `stale` when another one counts now
 */
export async function restoreIgc(
	ctx: AdminCtx,
	versionId: string,
	seenVersionId: string,
): Promise<Result<null, "not-found" | "log-removed" | "storage-failed" | "stale">> {
	const { db } = ctx;
	const [version] = await versionById(db, versionId);
	const [flight] = version ? await flightById(db, version.igcFileId) : [];
	if (!version || !flight) return refuse("not-found");
	if (version.isRemoved) return refuse("log-removed");
	const { registrationId, dayId } = flight;
	const { entry, day, others } = await read(db, {
		entry: first(db.select().from(registrations).where(eq(registrations.id, registrationId))),
		day: first(dayById(db, dayId)),
		others: deliveredFlights(
			db,
			and(eq(igcFiles.registrationId, registrationId), eq(igcFiles.dayId, dayId), ne(igcFiles.id, flight.id)),
		),
	});
	if (!entry || !day) return refuse("not-found");
	const warnings = await storedLogWarnings(ctx, version.key, {
		day,
		entry,
		otherFlights: others.map(({ figures }) => figures),
	});
	if (!warnings) return refuse("storage-failed");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				makeCurrent(ctx, version.igcFileId, versionId, eq(igcFiles.currentVersionId, seenVersionId)),
			),
			db
				.update(igcFileVersions)
				.set({ warnings, confirmation: "organiser", discardReason: null })
				.where(eq(igcFileVersions.id, versionId)),
			settleStandings(db, { registrationId, dayId }),
		],
		audit: {
			action: "igc.restore",
			subjectId: version.igcFileId,
			before: { versionId: seenVersionId },
			after: { versionId },
		},
		effects: logsChanged({ dayId, classId: entry.competitionClassId }),
		visible: ctx.edition.publishTracks,
	});
	return committed.ok ? done(null) : refuse("stale");
}
