import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { isRemoved, standingOfVersion } from "~/lib/flights/senders/standing.server";
import { isKnown } from "~/lib/flights/versions-queries.server";
import {
	competitionClasses,
	competitionDays,
	igcFiles,
	igcFileVersions,
	registrations,
	users,
} from "~db/schema";

/** Query for the version of a flight that counts. */
export function currentVersion(db: Db, igcFileId: string) {
	return db
		.select({
			id: igcFileVersions.igcFileId,
			versionId: igcFileVersions.id,
			receipt: igcFileVersions.receipt,
			warnings: igcFileVersions.warnings,
			standing: igcFiles.standing,
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			flightNumber: igcFiles.flightNumber,
			downloaded: igcFiles.downloaded,
			processed: igcFiles.processed,
			editedAt: igcFiles.editedAt,
			registrationId: igcFiles.registrationId,
			startNumber: registrations.startNumber,
			isCompetitor: isCompetitor,
			name: users.name,
			surname: users.surname,
			dayId: igcFiles.dayId,
			day: competitionDays.date,
			key: igcFileVersions.key,
			classId: registrations.competitionClassId,
			classType: competitionClasses.type,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(eq(igcFiles.id, igcFileId));
}

/** Query for the stored versions of a flight, newest first. */
export function versionsOfFlight(db: Db, igcFileId: string) {
	return db
		.select({
			id: igcFileVersions.id,
			originalName: igcFileVersions.originalName,
			size: igcFileVersions.size,
			sha256: igcFileVersions.sha256,
			createdAt: igcFileVersions.createdAt,
			sentAs: igcFileVersions.sender,
			hasSecondSign: igcFileVersions.hasSecondSign,
			standing: standingOfVersion(db),
			confirmation: igcFileVersions.confirmation,
			discardReason: igcFileVersions.discardReason,
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			/** Null for a visitor. */
			sender: sql<string | null>`${users.name} || ' ' || ${users.surname}`,
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(users, eq(users.id, igcFileVersions.uploadedBy))
		.where(and(eq(igcFileVersions.igcFileId, igcFileId), isKnown))
		.orderBy(desc(igcFileVersions.createdAt));
}
