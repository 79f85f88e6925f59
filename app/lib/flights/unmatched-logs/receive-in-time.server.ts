import { and, eq, inArray, sql } from "drizzle-orm";
import type { StaffCtx } from "~/lib/context";
import { commit } from "~/lib/db/commit.server";
import { isAmong } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { igcFiles, igcFileVersions, incomingLogs, registrations } from "~db/schema";
import { logsChanged } from "../versions-queries.server";

/** A landing comes after the first fix of its log, so a log received at the latter keeps every deadline. */
const firstFix = sql`(unixepoch(json_extract(${igcFileVersions.receipt}, '$.figures.date'))
	+ json_extract(${igcFileVersions.receipt}, '$.figures.firstFix')) * 1000`;

/** Says that none of the logs was late that an organiser has loaded and sees. @param seen ids of their files */
export async function receiveInTime(ctx: StaffCtx<"logs">, seen: readonly string[]): Promise<void> {
	const { db, actor } = ctx;
	const loaded = db
		.select({ id: incomingLogs.versionId })
		.from(incomingLogs)
		.where(
			and(
				eq(incomingLogs.uploadedBy, actor.id),
				eq(incomingLogs.state, "stored"),
				isAmong(incomingLogs.id, seen),
			),
		);
	const isLoaded = inArray(igcFileVersions.id, loaded);
	const changed = await db
		.selectDistinct({ dayId: igcFiles.dayId, classId: classOn(igcFiles.dayId) })
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(isLoaded);
	await commit(ctx, {
		statements: [db.update(igcFileVersions).set({ receivedAt: firstFix }).where(isLoaded)],
		audit: { action: "igc.receive-in-time", after: { files: seen.length } },
		effects: changed.flatMap((where) => logsChanged(where, "organiser")),
		visible: false,
	});
}
