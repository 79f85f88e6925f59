import { and, eq, gt, inArray, ne, not, notInArray, or, sql } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx, StaffCtx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { areAnnounced } from "~/lib/db/conditions.server";
import type { Cause } from "~/lib/db/effects";
import { first, read } from "~/lib/db/read.server";
import { competitorById } from "~/lib/entries/entries-queries.server";
import { done, type Result, refuse } from "~/lib/result";
import { type FlightLogWarning, igcFiles, igcFileVersions, registrations } from "~db/schema";
import { storedFlight } from "./complete-record.server";
import { type DeliveredFlight, deliveredFlights, flightById } from "./flights-queries.server";
import { namesRecorder } from "./igc-file/flight-log";
import { recordFlight } from "./igc-file/flight-record";
import { settleStandings } from "./log-rights/settle-standings.server";
import { logWarnings, storedLogWarnings, type UploadedFor } from "./log-warnings.server";
import { logsChanged, makeCurrent, type StoredVersion, versionById } from "./versions-queries.server";

interface Place {
	readonly pilot: string;
	readonly day: string;
}

interface Move extends Place {
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
export function moveFlight(
	ctx: Ctx,
	id: string,
	{ by, ...to }: Move,
): Promise<Result<null, ReassignRefusal>> {
	return moveFlights(ctx, [{ id, to }], by);
}

export interface FlightMove {
	readonly id: string;
	readonly to: Place;
}

/** Moves flights at once, as `moveFlight` does one: two that are exchanged keep their places as flights of the day. */
export async function moveFlights(
	ctx: Ctx,
	moves: readonly FlightMove[],
	by: Cause,
): Promise<Result<null, ReassignRefusal>> {
	const ids = moves.map(({ id }) => id);
	const prepared = await Promise.all(moves.map((move) => prepareMove(ctx, move, ids)));
	const refused = prepared.find((one) => !one.ok);
	if (refused) return refused;
	const moved = prepared.flatMap((one) => (one.ok && one.value ? [one.value] : []));
	if (moved.length === 0) return done(null);
	const { db } = ctx;
	const left = and(inArray(igcFiles.id, ids), gt(igcFiles.flightNumber, 0));
	const places = moved.flatMap(({ from, to }) => [from, to]);
	return commitOrStale(ctx, {
		statements: [
			// Their numbers are free for those that come in their place.
			db
				.update(igcFiles)
				.set({ flightNumber: sql`-${igcFiles.flightNumber}` })
				.where(left),
			...moved.flatMap((one) => moveStatements(ctx, one, by)),
			...places.flatMap((place) => settleStandings(db, place)),
		],
		audit: moved.map(({ flight, from, to }) => ({
			action: "igc.reassign",
			subjectId: flight.id,
			before: { registrationId: from.registrationId, dayId: from.dayId },
			after: { registrationId: to.registrationId, dayId: to.dayId },
		})),
		effects: classDaysOf(places).flatMap((place) => logsChanged(place, by)),
		visible: ctx.edition.publishTracks,
	});
}

interface PreparedMove {
	readonly flight: DeliveredFlight;
	readonly warnings: readonly FlightLogWarning[];
	/** Whether the entry to which it moves names its recorder. */
	readonly isNamedRecorder: boolean;
	readonly from: CompetitorDay;
	readonly to: CompetitorDay;
}

interface CompetitorDay extends ClassDay {
	readonly registrationId: string;
}

/** Returns null for a flight that is there already. @param moving ids of all flights that move */
async function prepareMove(
	ctx: Ctx,
	{ id, to }: FlightMove,
	moving: readonly string[],
): Promise<Result<PreparedMove | null, ReassignRefusal>> {
	const { db } = ctx;
	const isThere = and(eq(igcFiles.registrationId, to.pilot), eq(igcFiles.dayId, to.day));
	const { flight, entry, day, others } = await read(db, {
		flight: first(flightById(db, id)),
		entry: first(competitorById(db, to.pilot)),
		day: first(dayById(db, to.day)),
		others: deliveredFlights(db, and(isThere, notInArray(igcFiles.id, [...moving]))),
	});
	if (!flight) return refuse("not-found");
	if (flight.isRemoved) return refuse("log-removed");
	if (!entry) return refuse("invalid-pilot");
	if (!day) return refuse("invalid-day");
	const { registrationId, dayId, competitionClassId: classId } = flight;
	if (registrationId === to.pilot && dayId === to.day) return done(null);
	const warnings = await storedLogWarnings(ctx, flight, {
		day,
		entry,
		otherFlights: others.map(({ figures }) => figures),
		uploadedAt: flight.versionCreatedAt,
	});
	if (!warnings) return refuse("storage-failed");
	return done({
		flight,
		warnings,
		isNamedRecorder: namesRecorder(entry.logger, flight.figures.recorder),
		from: { registrationId, dayId, classId },
		to: { registrationId: to.pilot, dayId: to.day, classId: entry.competitionClassId },
	});
}

function moveStatements(
	{ db, now }: Ctx,
	{ flight, warnings, isNamedRecorder, from, to }: PreparedMove,
	by: Cause,
) {
	const isAt = ({ registrationId, dayId }: CompetitorDay) =>
		and(eq(igcFiles.registrationId, registrationId), eq(igcFiles.dayId, dayId));
	const nextNumber = db
		.select({ next: sql`max(0, coalesce(max(${igcFiles.flightNumber}), 0)) + 1` })
		.from(igcFiles)
		.where(isAt(to));
	return [
		exactlyOne(
			db
				.update(igcFiles)
				.set({
					registrationId: to.registrationId,
					dayId: to.dayId,
					flightNumber: sql`(${nextNumber})`,
					...untouched,
					updatedAt: now,
				})
				.where(
					and(
						eq(igcFiles.id, flight.id),
						isAt(from),
						eq(igcFiles.currentVersionId, flight.versionId),
						mayGo(flight, by),
					),
				),
		),
		db
			.update(igcFileVersions)
			.set({ waits: by === "organiser" ? false : areAnnounced(to), isNamedRecorder })
			.where(eq(igcFileVersions.igcFileId, flight.id)),
		db.update(igcFileVersions).set({ warnings }).where(eq(igcFileVersions.id, flight.versionId)),
	];
}

/** Each class and day once. */
function classDaysOf(places: readonly ClassDay[]): readonly ClassDay[] {
	return [...new Map(places.map((place) => [`${place.dayId} ${place.classId}`, place])).values()];
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
	ctx: StaffCtx<"logs">,
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
	const uploadedFor = await readUploadedFor(ctx, version);
	if (!uploadedFor) return refuse("not-found");
	const warnings = await storedLogWarnings(ctx, version, uploadedFor);
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
		effects: logsChanged(version, "organiser"),
		visible: ctx.edition.publishTracks,
	});
}

/** What a stored version is held against when its warnings are made anew. Null when its entry or day is gone. */
async function readUploadedFor(
	{ db }: Ctx,
	{ igcFileId, registrationId, dayId, createdAt }: StoredVersion,
): Promise<UploadedFor | null> {
	const { entry, day, others } = await read(db, {
		entry: first(db.select().from(registrations).where(eq(registrations.id, registrationId))),
		day: first(dayById(db, dayId)),
		others: deliveredFlights(
			db,
			and(eq(igcFiles.registrationId, registrationId), eq(igcFiles.dayId, dayId), ne(igcFiles.id, igcFileId)),
		),
	});
	if (!entry || !day) return null;
	return { entry, day, otherFlights: others.map(({ figures }) => figures), uploadedAt: createdAt };
}

interface ClockChange {
	readonly versionId: string;
	/** Seconds that are added to the times of the file, and those that were when the organiser decided; `stale` when others are now. */
	readonly shift: number;
	readonly seen: number;
	readonly reason: string;
}

/**
 * Sets the clock of a log. The file stays as it is; all that is made of it follows the shifted times. A shift of 0 takes an earlier one back.
 */
export async function setClock(
	ctx: StaffCtx<"logs">,
	{ versionId, shift, seen, reason }: ClockChange,
): Promise<Result<null, "not-found" | "log-removed" | "storage-failed" | "stale">> {
	const { db } = ctx;
	const [version] = await versionById(db, versionId);
	const uploadedFor = version && (await readUploadedFor(ctx, version));
	if (!version || !uploadedFor) return refuse("not-found");
	if (version.isRemoved) return refuse("log-removed");
	const flight = await storedFlight(ctx, { key: version.key, clockShift: shift });
	if (!flight) return refuse("storage-failed");
	const { id, clockShift, state } = igcFileVersions;
	return commitOrStale(ctx, {
		statements: [
			exactlyOne(
				db
					.update(igcFileVersions)
					.set({
						clockShift: shift,
						receipt: recordFlight(flight),
						warnings: logWarnings(ctx, flight, uploadedFor),
					})
					.where(and(eq(id, versionId), eq(state, "ready"), eq(clockShift, seen))),
			),
			...settleStandings(db, version),
		],
		audit: {
			action: "igc.set-clock",
			subjectId: version.igcFileId,
			before: { versionId, clockShift: seen },
			after: { versionId, clockShift: shift, reason },
		},
		effects: logsChanged(version, "organiser"),
		visible: ctx.edition.publishTracks,
	});
}

/**
 * Sets the flags of a flight. A flag that is not given stays.
 * @param seenVersionId the version that the organisers worked with; `stale` when another one counts now
 */
export async function setIgcFlags(
	ctx: StaffCtx<"logs">,
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
