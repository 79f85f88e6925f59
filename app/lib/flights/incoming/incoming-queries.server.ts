import { and, asc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { isDelivered } from "~/lib/flights/senders/standing.server";
import { competitionDays, igcFiles, igcFileVersions, incomingLogs, registrations, users } from "~db/schema";

/** Query for what an organiser has sent, in the order of its names. What broke off is not shown. */
export function incomingOf({ db, actor }: AdminCtx) {
	return db
		.select()
		.from(incomingLogs)
		.where(and(eq(incomingLogs.uploadedBy, actor.id), ne(incomingLogs.state, "pending")))
		.orderBy(asc(incomingLogs.originalName), asc(incomingLogs.id));
}

/** Query for the logs with the bytes of what an organiser has sent: whose they are now, and whether they count. */
export function storedFromIncoming({ db, actor }: AdminCtx) {
	return db
		.select({
			incomingId: incomingLogs.id,
			versionId: igcFileVersions.id,
			warnings: igcFileVersions.warnings,
			counts: sql<number>`${igcFiles.currentVersionId} = ${igcFileVersions.id}`,
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			dayId: competitionDays.id,
			date: competitionDays.date,
		})
		.from(incomingLogs)
		.innerJoin(igcFileVersions, eq(igcFileVersions.sha256, incomingLogs.sha256))
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(and(eq(incomingLogs.uploadedBy, actor.id), eq(igcFileVersions.state, "ready")));
}

/** Query for what the entries say by which a log is matched. */
export function entriesToMatch(db: Db) {
	return db
		.select({
			id: registrations.id,
			startNumber: registrations.startNumber,
			registrationNumber: registrations.registrationNumber,
			logger: registrations.logger,
			name: users.name,
			surname: users.surname,
		})
		.from(registrations)
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(isCompetitor);
}

/** Query for the recorders of the logs that score, once for each competitor: those of strangers prove nothing. */
export function recordersOfLogs(db: Db) {
	const partOf = (part: "maker" | "serial") =>
		sql<string>`json_extract(${igcFileVersions.receipt}, ${`$.figures.recorder.${part}`})`;
	return db
		.selectDistinct({
			registrationId: igcFiles.registrationId,
			maker: partOf("maker"),
			serial: partOf("serial"),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.where(eq(igcFiles.standing, "scores"));
}

/** Query for the competitors and days that have a log already. */
export function deliveredDays(db: Db) {
	return db
		.selectDistinct({ registrationId: igcFiles.registrationId, dayId: igcFiles.dayId })
		.from(igcFiles)
		.where(and(isNotNull(igcFiles.currentVersionId), isDelivered));
}
