import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { competitionDays, igcFiles, igcFileVersions, registrations, users } from "~db/schema";
import { isUndecided, lacksOwnLog } from "./current-version.server";
import { hasOwnLogOfDay, isOwnLog, isRemoved, standingOfVersion } from "./senders/standing.server";

/** Condition of a version: its upload was finished, though its file may have been removed since. */
export const isKnown = inArray(igcFileVersions.state, ["ready", "removing", "removed"]);

/** Query for a stored version, with the pilot and day of its flight. */
export function versionById(db: Db, id: string) {
	return db
		.select({
			id: igcFileVersions.id,
			igcFileId: igcFileVersions.igcFileId,
			currentVersionId: igcFiles.currentVersionId,
			standsBeside: sql<boolean>`NOT ${isOwnLog(igcFileVersions)} AND NOT ${lacksOwnLog(db)}`.mapWith(
				Boolean,
			),
			hasOwnLogOfDay: sql<boolean>`${hasOwnLogOfDay(db)}`.mapWith(Boolean),
			standing: standingOfVersion(db),
			flightStanding: igcFiles.standing,
			sender: igcFileVersions.sender,
			confirmation: igcFileVersions.confirmation,
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			isBehindDecision:
				sql<boolean>`${igcFiles.currentVersionId} IS NOT ${igcFileVersions.id} AND NOT ${isUndecided(db)}`.mapWith(
					Boolean,
				),
			key: igcFileVersions.key,
			originalName: igcFileVersions.originalName,
			size: igcFileVersions.size,
			sha256: igcFileVersions.sha256,
			receipt: igcFileVersions.receipt,
			warnings: igcFileVersions.warnings,
			uploadedBy: igcFileVersions.uploadedBy,
			createdAt: igcFileVersions.createdAt,
			flightNumber: igcFiles.flightNumber,
			registrationId: igcFiles.registrationId,
			startNumber: registrations.startNumber,
			isCompetitor: isCompetitor,
			pilotId: registrations.userId,
			isPilotErased: sql<boolean>`${users.erasedAt} IS NOT NULL`.mapWith(Boolean),
			dayId: igcFiles.dayId,
			classId: registrations.competitionClassId,
			name: users.name,
			surname: users.surname,
			day: competitionDays.date,
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.where(and(eq(igcFileVersions.id, id), isKnown));
}

export type StoredVersion = Awaited<ReturnType<typeof versionById>>[number];
