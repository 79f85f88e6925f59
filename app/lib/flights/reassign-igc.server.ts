import { and, eq, ne, sql } from "drizzle-orm";
import type { AdminCtx, Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { competitorById } from "~/lib/entries/entries-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";
import { logsChanged } from "./current-version.server";
import { deliveredFlights, flightById } from "./flights-queries.server";
import { storedLogWarnings } from "./log-warnings.server";
import { settleStandings } from "./senders/standing.server";

interface Place {
	readonly pilot: string;
	readonly day: string;
}

type ReassignRefusal =
	| "not-found"
	| "log-removed"
	| "invalid-pilot"
	| "invalid-day"
	| "storage-failed"
	| "stale";

export function reassignIgc(ctx: AdminCtx, id: string, to: Place): Promise<Result<null, ReassignRefusal>> {
	return moveFlight(ctx, id, to);
}

/**
 * Moves a flight with all its versions to another pilot or day, where it is one more flight. Its file name changes, so
 * the flags fall and organisers download it again; its warnings are made anew.
 */
export async function moveFlight(ctx: Ctx, id: string, to: Place): Promise<Result<null, ReassignRefusal>> {
	const { db, now } = ctx;
	const isThere = and(eq(igcFiles.registrationId, to.pilot), eq(igcFiles.dayId, to.day));
	const { flight, entry, day, others } = await read(db, {
		flight: first(flightById(db, id)),
		entry: first(competitorById(db, to.pilot)),
		day: first(dayById(db, to.day)),
		others: deliveredFlights(db, and(isThere, ne(igcFiles.id, id))),
	});
	if (!flight) return refuse("not-found");
	if (flight.isRemoved) return refuse("log-removed");
	if (!entry) return refuse("invalid-pilot");
	if (!day) return refuse("invalid-day");
	if (flight.registrationId === to.pilot && flight.dayId === to.day) return done(null);

	const warnings = await storedLogWarnings(ctx, flight.key, {
		day,
		entry,
		otherFlights: others.map(({ figures }) => figures),
	});
	if (!warnings) return refuse("storage-failed");
	const nextNumber = db
		.select({ next: sql`coalesce(max(${igcFiles.flightNumber}), 0) + 1` })
		.from(igcFiles)
		.where(isThere);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				db
					.update(igcFiles)
					.set({
						registrationId: to.pilot,
						dayId: to.day,
						flightNumber: sql`(${nextNumber})`,
						downloaded: false,
						processed: false,
						updatedAt: now,
					})
					.where(and(eq(igcFiles.id, id), eq(igcFiles.currentVersionId, flight.versionId))),
			),
			db.update(igcFileVersions).set({ warnings }).where(eq(igcFileVersions.id, flight.versionId)),
			settleStandings(db, { registrationId: flight.registrationId, dayId: flight.dayId }),
			settleStandings(db, { registrationId: to.pilot, dayId: to.day }),
		],
		audit: {
			action: "igc.reassign",
			subjectId: id,
			before: { registrationId: flight.registrationId, dayId: flight.dayId },
			after: { registrationId: to.pilot, dayId: to.day },
		},
		effects: [
			...logsChanged({ dayId: flight.dayId, classId: flight.competitionClassId }),
			...logsChanged({ dayId: to.day, classId: entry.competitionClassId }),
		],
		visible: ctx.edition.publishTracks,
	});
	return committed.ok ? done(null) : refuse("stale");
}
