import { and, eq, ne, not, or, sql } from "drizzle-orm";
import type { AdminCtx, Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { areAnnounced } from "~/lib/db/conditions.server";
import type { Cause } from "~/lib/db/effects";
import { first, read } from "~/lib/db/read.server";
import { competitorById } from "~/lib/entries/entries-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";
import { type DeliveredFlight, deliveredFlights, flightById } from "./flights-queries.server";
import { storedLogWarnings } from "./log-warnings.server";
import { settleStandings } from "./senders/settle-standings.server";
import { logsChanged, makeCurrent, versionById } from "./versions-queries.server";

interface Move {
	readonly pilot: string;
	readonly day: string;
	/** Only an organiser moves what scores away from announced results, or to them so that it scores there. */
	readonly by: Cause;
}

/** What organisers and competitors have said about a flight, before they have said anything. */
const untouched = { chosenBy: null, fillsGaps: false, downloaded: false, processed: false } as const;

type ReassignRefusal =
	| "not-found"
	| "log-removed"
	| "invalid-pilot"
	| "invalid-day"
	| "storage-failed"
	| "stale";

/**
 * Moves a flight with all its versions to another pilot or day, where it becomes one more flight. Its file name changes, so its
 * flags are cleared and organisers download it again; its warnings are made anew.
 */
export async function moveFlight(
	ctx: Ctx,
	id: string,
	{ by, ...to }: Move,
): Promise<Result<null, ReassignRefusal>> {
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
	const target = { dayId: to.day, classId: entry.competitionClassId };

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
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(igcFiles)
					.set({
						registrationId: to.pilot,
						dayId: to.day,
						flightNumber: sql`(${nextNumber})`,
						...untouched,
						updatedAt: now,
					})
					.where(
						and(eq(igcFiles.id, id), eq(igcFiles.currentVersionId, flight.versionId), mayGo(flight, by)),
					),
			),
			db
				.update(igcFileVersions)
				.set({ waits: by === "organiser" ? false : areAnnounced(target) })
				.where(eq(igcFileVersions.igcFileId, id)),
			db.update(igcFileVersions).set({ warnings }).where(eq(igcFileVersions.id, flight.versionId)),
			...settleStandings(db, { registrationId: flight.registrationId, dayId: flight.dayId }),
			...settleStandings(db, { registrationId: to.pilot, dayId: to.day }),
		],
		audit: {
			action: "igc.reassign",
			subjectId: id,
			before: { registrationId: flight.registrationId, dayId: flight.dayId },
			after: { registrationId: to.pilot, dayId: to.day },
		},
		effects: [
			...logsChanged({ dayId: flight.dayId, classId: flight.competitionClassId }, by),
			...logsChanged(target, by),
		],
		visible: ctx.edition.publishTracks,
	});
}

/** Condition of a flight: it may leave its day and competitor. */
function mayGo({ dayId, competitionClassId: classId }: DeliveredFlight, by: Cause) {
	return by === "organiser"
		? undefined
		: or(ne(igcFiles.standing, "scores"), not(areAnnounced({ dayId, classId })));
}

/**
 * Makes another version of a flight count, until an organiser decides otherwise. The replaced version stays stored. The warnings
 * are made anew, as the flight may have moved to another pilot or day since.
 * @param seenVersionId the version that counted when the organiser decided; `stale` when another one counts now, or this one did
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
	if (versionId === flight.versionId) return refuse("stale");
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
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				makeCurrent(ctx, version.igcFileId, versionId, eq(igcFiles.currentVersionId, seenVersionId)),
			),
			db
				.update(igcFileVersions)
				.set({ warnings, confirmation: "organiser", discardReason: null })
				.where(eq(igcFileVersions.id, versionId)),
			...settleStandings(db, { registrationId, dayId }),
		],
		audit: {
			action: "igc.restore",
			subjectId: version.igcFileId,
			before: { versionId: seenVersionId },
			after: { versionId },
		},
		effects: logsChanged({ dayId, classId: entry.competitionClassId }, "organiser"),
		visible: ctx.edition.publishTracks,
	});
}

/**
 * Sets the flags of a flight. A flag that is not given stays.
 * @param seenVersionId the version that the organisers worked with; `stale` when another one counts now
 */
export async function setIgcFlags(
	ctx: AdminCtx,
	id: string,
	flags: { readonly downloaded?: boolean | undefined; readonly processed?: boolean | undefined },
	seenVersionId?: string,
): Promise<Result<DeliveredFlight, "not-found" | "stale">> {
	const [flight] = await flightById(ctx.db, id);
	if (!flight) return refuse("not-found");
	const before = { downloaded: flight.downloaded, processed: flight.processed };
	const { downloaded = before.downloaded, processed = before.processed } = flags;
	if (downloaded === before.downloaded && processed === before.processed) return done(flight);
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFiles)
					// A flag that is not given is not written back: another organiser may have set it since.
					.set({ downloaded: flags.downloaded, processed: flags.processed, updatedAt: ctx.now })
					.where(and(eq(igcFiles.id, id), eq(igcFiles.currentVersionId, seenVersionId ?? flight.versionId))),
			),
		],
		audit: {
			action: "igc.flags",
			subjectId: id,
			before,
			after: { downloaded, processed, versionId: flight.versionId },
		},
		visible: false,
	});
	// The response shows the stored flags, including what another organiser has set since.
	const [stored] = await flightById(ctx.db, id);
	return committed.ok && stored ? done(stored) : refuse("stale");
}
