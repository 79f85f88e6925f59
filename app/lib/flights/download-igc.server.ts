import { makeZip, predictLength } from "client-zip";
import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { AdminCtx, Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { type AuditEntry, commit } from "~/lib/db/commit.server";
import { read } from "~/lib/db/read.server";
import { allClasses } from "~/lib/entries/classes-queries.server";
import { readObject } from "~/lib/files/object-storage.server";
import { signPath } from "~/lib/files/signed-link.server";
import { sortedByStartNumber } from "~/lib/i18n/collate";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles } from "~db/schema";
import { type DeliveredFlight, deliveredFlights } from "./flights-queries.server";
import { downloadNames, signedFilePath } from "./igc-json.server";
import { versionById } from "./versions-queries.server";

/**
 * Marks the flight as downloaded when the version is the one that counts.
 * @returns a signed path to the log
 */
export async function downloadIgc(
	ctx: AdminCtx,
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
export async function downloadIgcDay(ctx: AdminCtx, dayId: string): Promise<Result<string, "not-found">> {
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

/** Returns a signed path to the archive of a day for a search. It leaves the scorer's marks as they are. */
export async function pathToLogs(ctx: AdminCtx, dayId: string): Promise<string> {
	await recordArchive(ctx, dayId, await archivedFlights(ctx.db, dayId));
	return signPath(ctx, "igc-day", `/api/igc/archive/${dayId}`);
}

/** Records the download of an archive with a token instead of a link. It is a GET, so it marks no flight. */
export async function recordArchive(
	ctx: AdminCtx,
	dayId: string,
	flights: readonly DeliveredFlight[],
): Promise<void> {
	await commit(ctx, { statements: [], audit: archiveAudit(dayId, flights), visible: false });
}

/**
 * Names in the audit log the logs that somebody other than their competitor sent: the files that organisers have downloaded are
 * never removed.
 */
function archiveAudit(dayId: string, flights: readonly DeliveredFlight[]): AuditEntry {
	const ofOthers = flights.filter(({ sender }) => sender === "other").map(({ versionId }) => versionId);
	return { action: "igc.download-day", subjectId: dayId, after: { flights: flights.length, ofOthers } };
}

interface Archive {
	readonly name: string;
	/** Size in bytes. A body that breaks off is shorter, so the client sees that it is incomplete. */
	readonly size: number;
	readonly body: ReadableStream<Uint8Array>;
	readonly flights: readonly DeliveredFlight[];
}

/** Condition of a flight: its log is in the archive of its day, as organisers have not discarded it. */
const isArchived = ne(igcFiles.standing, "discarded");

export function archivedFlights(db: Db, dayId: string) {
	return deliveredFlights(db, and(eq(igcFiles.dayId, dayId), isArchived));
}

/**
 * The logs of a day that count, as a ZIP file with a folder for each class, named by its type. It streams one log at a time from
 * the bucket. Logs that nobody has confirmed score nothing, so they are in the same folders below `unconfirmed`.
 */
export async function archiveOfDay(
	ctx: Ctx,
	dayId: string,
): Promise<Result<Archive, "not-found" | "storage-failed">> {
	const { classes, archived } = await read(ctx.db, {
		classes: allClasses(ctx.db),
		archived: archivedFlights(ctx.db, dayId),
	});
	const folders = [true, false].flatMap((scores) =>
		classes.map(({ id, type }) => ({
			name: scores ? type : `unconfirmed/${type}`,
			flights: sortedByStartNumber(
				archived.filter(
					({ competitionClassId, standing }) =>
						competitionClassId === id && (standing === "scores") === scores,
				),
			),
		})),
	);
	const flights = folders.flatMap((folder) => folder.flights);
	const [first] = flights;
	if (!first) return refuse("not-found");
	const opened = await readObject(ctx, first.key);
	if (!opened.ok) return opened;

	const names = folders.flatMap((folder) =>
		downloadNames(folder.flights).map((name) => `${folder.name}/${name}`),
	);
	const members = flights.map((flight, index) => ({
		name: names[index],
		size: flight.size,
		lastModified: flight.versionCreatedAt,
	}));
	async function* entries() {
		for (const [index, member] of members.entries()) {
			const flight = flights[index] as DeliveredFlight;
			const object = index === 0 ? opened : await readObject(ctx, flight.key);
			if (!object.ok) throw new Error("A flight log of the archive cannot be read");
			yield { ...member, input: object.value.body as ReadableStream<Uint8Array> };
		}
	}
	const size = Number(predictLength(members));
	const body = makeZip(entries()).pipeThrough(new FixedLengthStream(size));
	return done({ name: `igc-${first.day}.zip`, size, body, flights });
}
