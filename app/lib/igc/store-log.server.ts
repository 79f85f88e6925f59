import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { type AuditEntry, commit, exactlyOne } from "~/lib/db/commit.server";
import { objectKey, storeUpload } from "~/lib/files/store-upload.server";
import { warningsFor } from "~/lib/flight-log/check-flight-log";
import { sameFlight } from "~/lib/flight-log/flight-figures";
import type { FlightLog } from "~/lib/flight-log/flight-log";
import type { FlightRecord } from "~/lib/flight-log/flight-record";
import { done, type Result, refuse } from "~/lib/result";
import type { competitionDays, registrations } from "~db/schema";
import { igcFiles, igcFileVersions } from "~db/schema";
import { findVersion, flightsOf, type KnownVersion } from "./earlier-uploads.server";

/** A log that has passed its checks. */
export interface CheckedLog {
	readonly entry: typeof registrations.$inferSelect;
	readonly day: typeof competitionDays.$inferSelect;
	readonly log: FlightLog;
	readonly record: FlightRecord;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** In hex. */
	readonly sha256: string;
	readonly originalName: string;
}

/** Where a log has gone. */
export interface KeptUpload {
	readonly igcFileId: string;
	readonly versionId: string;
	/** `new`: a flight that had no log yet; `repeated`: these bytes were there already. */
	readonly outcome: "new" | "superseded" | "repeated";
}

/** Uploads of one pilot and day that may come between looking and writing. */
const mostAttempts = 30;

/**
 * Keeps the bytes of a log and makes them what counts. The key holds the digest, so the same bytes at once, or once
 * more after a broken upload, meet in one row: each of them may finish what another began.
 */
export async function keepLog(ctx: Ctx, log: CheckedLog): Promise<Result<KeptUpload>> {
	const key = objectKey(ctx, "igc", log.day.id, log.entry.id, log.sha256);
	const known = await findVersion(ctx.db, log, key);
	if (known?.state === "ready") return repeatUpload(ctx, known);
	return storeUpload(
		ctx,
		{ key: known?.key ?? key, bytes: log.bytes, sha256: log.sha256 },
		{ begin: () => beginVersion(ctx, log, key), finish: (begun) => finishVersion(ctx, begun) },
	);
}

/** Writes the pending row, or takes up the one that is there. */
async function beginVersion(ctx: Ctx, log: CheckedLog, key: string): Promise<Result<KnownVersion>> {
	for (let attempt = 0; attempt < mostAttempts; attempt++) {
		const known = await findVersion(ctx.db, log, key);
		if (known?.state === "sweeping") break;
		if (known?.state === "ready" || (known && (await renewPending(ctx, known)))) return done(known);
		if (known) continue;
		const begun = await insertPending(ctx, log, key);
		if (begun) return done(begun);
	}
	return refuse("storage-failed");
}

/** The sweeper leaves alone what somebody has just taken up again. */
async function renewPending(ctx: Ctx, { id }: KnownVersion): Promise<boolean> {
	const renewed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFileVersions)
					.set({ createdAt: ctx.now })
					.where(and(eq(igcFileVersions.id, id), eq(igcFileVersions.state, "pending"))),
			),
		],
		audit: [],
		visible: false,
	});
	return renewed.ok;
}

/** Null when another upload of this pilot and day was quicker: one has to look again. */
async function insertPending(ctx: Ctx, log: CheckedLog, key: string): Promise<KnownVersion | null> {
	const { db, now } = ctx;
	const { entry, day, record } = log;
	const flights = await flightsOf(db, entry.id, day.id);
	const flight = flights.find(({ figures }) => figures.some((other) => sameFlight(record.figures, other)));
	const warnings = warningsFor(log.log, {
		day: day.date,
		startNumber: entry.startNumber,
		registrationNumber: entry.registrationNumber,
		loggers: entry.logger,
		otherFlights: flights.filter((other) => other !== flight).flatMap(({ figures }) => figures),
	});
	const version = {
		id: crypto.randomUUID(),
		igcFileId: flight?.id ?? crypto.randomUUID(),
		key,
		state: "pending" as const,
	};
	// The number is the one behind all flights seen here: whoever comes in between takes it.
	const flightNumber = Math.max(0, ...flights.map((other) => other.flightNumber)) + 1;
	const newFlight = {
		id: version.igcFileId,
		registrationId: entry.id,
		dayId: day.id,
		flightNumber,
		createdAt: now,
		updatedAt: now,
	};
	const begun = await commit(ctx, {
		statements: [
			...(flight ? [] : [db.insert(igcFiles).values(newFlight)]),
			db.insert(igcFileVersions).values({
				...version,
				originalName: log.originalName,
				size: log.bytes.byteLength,
				sha256: log.sha256,
				receipt: record,
				warnings,
				uploadedBy: ctx.actor?.id ?? null,
				createdAt: now,
			}),
		],
		audit: [],
		visible: false,
	});
	return begun.ok ? { ...version, currentVersionId: flight?.currentVersionId ?? null } : null;
}

/** Makes the version ready and the one that counts. */
async function finishVersion(ctx: Ctx, begun: KnownVersion): Promise<Result<KeptUpload>> {
	const { id: versionId, igcFileId } = begun;
	const finished = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFileVersions)
					.set({ state: "ready" })
					.where(and(eq(igcFileVersions.id, versionId), eq(igcFileVersions.state, "pending"))),
			),
			exactlyOne(makeCurrent(ctx, igcFileId, versionId)),
		],
		audit: uploadAudit(begun),
		visible: ctx.edition.publishTracks,
	});
	if (finished.ok) {
		return done({ igcFileId, versionId, outcome: begun.currentVersionId === null ? "new" : "superseded" });
	}
	const [version] = await ctx.db
		.select({ state: igcFileVersions.state })
		.from(igcFileVersions)
		.where(eq(igcFileVersions.id, versionId));
	if (version?.state !== "ready") return refuse("storage-failed");
	return done({ igcFileId, versionId, outcome: "repeated" });
}

/** Bytes that are stored already; where another version has come since, they are what counts again. */
async function repeatUpload(ctx: Ctx, known: KnownVersion): Promise<Result<KeptUpload>> {
	const { id: versionId, igcFileId } = known;
	if (known.currentVersionId !== versionId) {
		await commit(ctx, {
			statements: [makeCurrent(ctx, igcFileId, versionId)],
			audit: uploadAudit(known),
			visible: ctx.edition.publishTracks,
		});
	}
	return done({ igcFileId, versionId, outcome: "repeated" });
}

function uploadAudit({ id, igcFileId, currentVersionId }: KnownVersion): AuditEntry {
	return {
		action: "igc.upload",
		subjectId: igcFileId,
		before: { versionId: currentVersionId },
		after: { versionId: id },
	};
}

/**
 * Statement by which organisers work with this version from now on. What they did with another one does not count for
 * it: they see that it was edited.
 * @param instead the version that must count until now
 */
export function makeCurrent({ db, now }: Ctx, igcFileId: string, versionId: string, instead?: string) {
	const isFirst = sql`${igcFiles.currentVersionId} IS NULL`;
	return db
		.update(igcFiles)
		.set({
			currentVersionId: versionId,
			downloaded: false,
			processed: false,
			editedAt: sql`CASE WHEN ${isFirst} THEN NULL ELSE ${now.getTime()} END`,
			updatedAt: now,
		})
		.where(
			and(
				eq(igcFiles.id, igcFileId),
				or(isNull(igcFiles.currentVersionId), ne(igcFiles.currentVersionId, versionId)),
				instead === undefined ? undefined : eq(igcFiles.currentVersionId, instead),
			),
		);
}
