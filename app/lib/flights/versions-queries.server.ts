import { and, eq, exists, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { areAnnounced, isPilotDay } from "~/lib/db/conditions.server";
import type { Cause, Effect } from "~/lib/db/effects";
import { flown } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import type { LogSender } from "~db/enums";
import { competitionDays, igcFiles, igcFileVersions, pilotDays, registrations, users } from "~db/schema";
import {
	hasOwnLogOfDay,
	isDecided,
	isOwnLog,
	isRemoved,
	isUnconfirmed,
	standingOfVersion,
	type VersionColumns,
} from "./log-rights/log-standing.server";

/** Condition of a version: its upload was finished, though its file may have been removed since. */
export const isKnown = inArray(igcFileVersions.state, ["ready", "removing", "removed"]);

export function versionById(db: Db, id: string) {
	return db
		.select({
			...pick(igcFileVersions, "id", "igcFileId"),
			currentVersionId: igcFiles.currentVersionId,
			standsBeside: sql<boolean>`NOT ${isOwnLog(igcFileVersions)} AND NOT ${lacksOwnLog(db)}`.mapWith(
				Boolean,
			),
			hasOwnLogOfDay: sql<boolean>`${hasOwnLogOfDay(db)}`.mapWith(Boolean),
			standing: standingOfVersion(db),
			/** Whether the results of its day are announced: no log of anybody but an organiser changes their points. */
			isAnnounced: sql<boolean>`${areAnnounced({
				dayId: igcFiles.dayId,
				classId: flown.classId,
			})}`.mapWith(Boolean),
			flightStanding: igcFiles.standing,
			...pick(igcFileVersions, "sender", "confirmation"),
			isRemoved: sql<boolean>`${isRemoved(igcFileVersions)}`.mapWith(Boolean),
			isBehindDecision:
				sql<boolean>`${igcFiles.currentVersionId} IS NOT ${igcFileVersions.id} AND NOT ${isUndecided(db)}`.mapWith(
					Boolean,
				),
			...pick(igcFileVersions, "key", "clockShift", "originalName", "size", "sha256"),
			...pick(igcFileVersions, "receipt", "warnings", "uploadedBy", "createdAt"),
			...pick(igcFiles, "flightNumber", "registrationId"),
			startNumber: flown.startNumber,
			isCompetitor: isCompetitor,
			pilotId: registrations.userId,
			isPilotErased: sql<boolean>`${users.erasedAt} IS NOT NULL`.mapWith(Boolean),
			dayId: igcFiles.dayId,
			classId: flown.classId,
			...pick(users, "name", "surname"),
			day: competitionDays.date,
		})
		.from(igcFileVersions)
		.innerJoin(igcFiles, eq(igcFiles.id, igcFileVersions.igcFileId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.leftJoin(pilotDays, isPilotDay(igcFiles.dayId))
		.where(and(eq(igcFileVersions.id, id), isKnown));
}

export type StoredVersion = Awaited<ReturnType<typeof versionById>>[number];

/**
 * Statement that makes a version the one that counts. Organisers downloaded and processed another one, so both flags are cleared
 * and the flight shows as edited. A version whose file is removed never counts.
 * @param condition condition on the flight that must hold when it is written
 */
export function makeCurrent({ db, now }: Ctx, igcFileId: string, versionId: string, condition?: SQL) {
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
				condition,
				exists(
					db
						.select({ id: igcFileVersions.id })
						.from(igcFileVersions)
						.where(and(eq(igcFileVersions.id, versionId), not(isRemoved(igcFileVersions)))),
				),
			),
		);
}

/** Condition of a flight: its competitor has no own log of it. */
function lacksOwnLog(db: Db): SQL {
	return not(
		exists(
			db
				.select({ id: igcFileVersions.id })
				.from(igcFileVersions)
				.where(and(eq(igcFileVersions.igcFileId, igcFiles.id), isOwnLog(igcFileVersions))),
		),
	);
}

/** Condition of a flight: its version that counts meets a condition. */
function counts(db: Db, version: (current: VersionColumns) => SQL | undefined): SQL {
	const current = alias(igcFileVersions, "current");
	return exists(
		db
			.select({ id: current.id })
			.from(current)
			.where(and(eq(current.id, igcFiles.currentVersionId), version(current))),
	);
}

/** Condition of a flight: no organiser has sent or chosen the version that counts. */
export function isUndecided(db: Db): SQL {
	return not(counts(db, isDecided));
}

/**
 * Condition of a flight: a new version of it counts from now on. What an organiser decided stays, and so does what was announced.
 * The competitor's own log gives way to nobody else's, and a log that scores to none that does not. Among logs that nobody has
 * confirmed, the first one stands for the flight; otherwise the last sender would win. It gives way to a correction by its sender, and
 * to a log with a second sign when it has none. No log gives way to one whose clock is ahead.
 */
export function givesWayTo(db: Db, classDay: ClassDay, version: NewVersion): SQL | undefined {
	if (version.isAhead) return isNull(igcFiles.currentVersionId);
	if (version.sender === "organiser") return lacksOwnLog(db);
	const isOwn = version.sender === "pilot" || version.sender === "device";
	return and(isFree(classDay), isOwn ? isUndecided(db) : isWeakerThan(db, version));
}

/** Condition of a flight: who is no organiser may change which of its versions counts. */
export function isFree(classDay: ClassDay): SQL | undefined {
	return or(isNull(igcFiles.currentVersionId), not(areAnnounced(classDay)));
}

/** Condition of a flight: its version that counts gives way to a log of somebody else. */
function isWeakerThan(db: Db, { hasSecondSign, sentBefore }: NewVersion): SQL {
	return not(
		counts(db, (current) => {
			const isTheirs = eq(current.id, sentBefore ?? "");
			const isWeaker = and(sql`${hasSecondSign}`, eq(current.hasSecondSign, false));
			return and(
				isNull(current.discardReason),
				or(not(isUnconfirmed(current)), not(sql`(${or(isTheirs, isWeaker)})`)),
			);
		}),
	);
}

interface NewVersion {
	readonly sender: LogSender;
	readonly hasSecondSign: boolean;
	readonly sentBefore: string | null;
	readonly isAhead: boolean;
}

export function logsChanged({ dayId, classId }: ClassDay, by: Cause): Effect[] {
	return [
		{ kind: "scores-due", dayId, classId, by },
		{ kind: "replay-due", dayId, classId },
	];
}
