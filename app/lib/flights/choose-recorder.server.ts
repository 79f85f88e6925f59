import { and, eq, exists, inArray, isNotNull, ne, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { may } from "~/lib/access";
import type { StaffCtx, UserCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { areAnnounced } from "~/lib/db/conditions.server";
import { type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";
import { type DeliveredFlight, flightById } from "./flights-queries.server";
import { isOwnLog } from "./log-rights/log-standing.server";
import { settleStandings } from "./log-rights/settle-standings.server";
import { logsChanged, versionById } from "./versions-queries.server";

/**
 * Lets the recorder of a backup count on its day, instead of the one that did. The competitor chooses among own logs before the results
 * are announced, and an organiser at any time; what an organiser has chosen stays. Refuses with `not-found`, `not-admin` for somebody
 * else, or `stale` when it is no backup, or not to be chosen any more.
 * @param versionId of the backup
 */
export async function chooseRecorder(
	ctx: UserCtx,
	versionId: string,
): Promise<Result<null, "not-found" | "not-admin" | "stale">> {
	const { db, now } = ctx;
	const [version] = await versionById(db, versionId);
	const [flight] = version ? await flightById(db, version.igcFileId) : [];
	if (!version || flight?.versionId !== versionId) return refuse("not-found");
	if (!may(ctx, "logs") && version.pilotId !== ctx.actor.id) return refuse("not-admin");
	const isOfDay = and(eq(igcFiles.registrationId, flight.registrationId), eq(igcFiles.dayId, flight.dayId));
	const fresh = { fillsGaps: false, downloaded: false, processed: false, updatedAt: now };
	const chosenBy = may(ctx, "logs") ? "organiser" : "pilot";
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(igcFiles)
					.set({ ...fresh, chosenBy })
					.where(
						and(
							eq(igcFiles.id, flight.id),
							eq(igcFiles.standing, "backup"),
							may(ctx, "logs") ? undefined : isPilotsChoice(db, flight),
						),
					),
			),
			db
				.update(igcFiles)
				.set({ ...fresh, chosenBy: null })
				.where(and(isOfDay, ne(igcFiles.id, flight.id), inArray(igcFiles.standing, ["scores", "backup"]))),
			...settleStandings(db, flight),
		],
		audit: { action: "igc.choose-recorder", subjectId: flight.id, after: { versionId } },
		effects: logsChanged(classDayOf(flight), may(ctx, "logs") ? "organiser" : "other"),
		visible: ctx.edition.publishTracks,
	});
}

const classDayOf = ({ dayId, competitionClassId: classId }: DeliveredFlight) => ({ dayId, classId });

/** Condition: nothing is announced, no organiser has chosen a recorder, and all logs of the day that matter are the competitor's own. */
function isPilotsChoice(db: Db, flight: DeliveredFlight): SQL | undefined {
	const beside = alias(igcFiles, "beside");
	const version = alias(igcFileVersions, "its_version");
	const isAnothers = sql`(${beside.chosenBy} IS 'organiser' OR NOT ${isOwnLog(version)})`;
	const others = db
		.select({ one: sql`1` })
		.from(beside)
		.innerJoin(version, eq(version.id, beside.currentVersionId))
		.where(
			and(
				eq(beside.registrationId, flight.registrationId),
				eq(beside.dayId, flight.dayId),
				inArray(beside.standing, ["scores", "backup"]),
				isAnothers,
			),
		);
	return and(not(exists(others)), not(areAnnounced(classDayOf(flight))));
}

/** Whether the reader may let the recorder of a backup count. */
export async function mayChooseRecorder(ctx: UserCtx, igcFileId: string): Promise<boolean> {
	const [flight] = await flightById(ctx.db, igcFileId);
	if (flight?.standing !== "backup") return false;
	if (may(ctx, "logs")) return true;
	const choice = and(
		eq(igcFiles.id, igcFileId),
		isNotNull(igcFiles.currentVersionId),
		isPilotsChoice(ctx.db, flight),
	);
	return (await ctx.db.$count(igcFiles, choice)) > 0;
}

/**
 * Lets a backup fill the gaps of the log that counts, or no longer. The findings of the flight say what it has filled. Refuses with
 * `not-found` or `stale`.
 */
export async function fillFromBackup(
	ctx: StaffCtx<"logs">,
	igcFileId: string,
	fillsGaps: boolean,
): Promise<Result<null, "not-found" | "stale">> {
	const { db } = ctx;
	const [flight] = await flightById(db, igcFileId);
	if (!flight) return refuse("not-found");
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(igcFiles)
					.set({ fillsGaps })
					.where(
						and(
							eq(igcFiles.id, igcFileId),
							eq(igcFiles.standing, "backup"),
							ne(igcFiles.fillsGaps, fillsGaps),
						),
					),
			),
			...settleStandings(db, flight),
		],
		audit: { action: "igc.fill-gaps", subjectId: igcFileId, after: { fillsGaps } },
		effects: logsChanged(classDayOf(flight), "organiser"),
		// What it fills is seen in the scores alone, which say so themselves.
		visible: false,
	});
}
