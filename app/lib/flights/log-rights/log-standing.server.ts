import { and, count, eq, exists, gt, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, alias } from "drizzle-orm/sqlite-core";
import type { ClassDay } from "~/lib/class-day";
import type { Db } from "~/lib/db/client.server";
import { areAnnounced } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import type { LogStanding } from "~db/enums";
import { igcFiles, igcFileVersions, registrations } from "~db/schema";

/*
 * Anybody may upload a log for anybody, but only a log of somebody who may give a score scores by itself (docs/security.md, rule 42).
 * Once the results of the day are announced, a log of anybody but an organiser waits beside them (rule 52).
 */

/** Columns of the table of versions, or of an alias of it. */
export type VersionColumns = Readonly<
	Record<
		"id" | "state" | "discardReason" | "sender" | "hasSecondSign" | "confirmation" | "waits",
		AnySQLiteColumn
	>
>;

/** Condition of a version: organisers have not discarded it, and it is the competitor's own. */
export function isOwnLog({ state, discardReason, sender, confirmation }: VersionColumns): SQL | undefined {
	return and(
		eq(state, "ready"),
		isNull(discardReason),
		or(inArray(sender, ["pilot", "device"]), sql`${confirmation} IS 'pilot'`),
	);
}

/** Condition of a version: an organiser has sent or chosen it, and nobody has discarded it. */
export function isDecided({ discardReason, sender, confirmation }: VersionColumns): SQL | undefined {
	return and(isNull(discardReason), or(eq(sender, "organiser"), sql`${confirmation} IS 'organiser'`));
}

/** Condition of a version: neither its competitor nor an organiser has sent or confirmed it. */
export function isUnconfirmed({ sender, confirmation }: VersionColumns): SQL {
	return sql`(${sender} = 'other' AND ${confirmation} IS NULL)`;
}

/**
 * Value of `waits` for a stored version that its competitor sends again or confirms: one that scores goes on scoring, another one
 * waits when the results of its day are announced. A new version waits by `areAnnounced` alone.
 */
export function waitsAgain(classDay: ClassDay): SQL<boolean> {
	const { waits } = igcFileVersions;
	return sql<boolean>`((${waits} OR ${isUnconfirmed(igcFileVersions)}) AND ${areAnnounced(classDay)})`;
}

/** Condition of a version: it stands beside what was announced until an organiser takes it. */
function isWaiting(version: VersionColumns): SQL | undefined {
	return and(
		eq(version.waits, true),
		eq(version.state, "ready"),
		isNull(version.discardReason),
		not(isUnconfirmed(version)),
		sql`NOT ${isDecided(version)}`,
	);
}

/** Counts the logs of a flight that wait, and came after the one that counts, which is joined. */
export function newerWaiting(db: Db) {
	const newer = alias(igcFileVersions, "newer");
	return db
		.select({ newer: count() })
		.from(newer)
		.where(
			and(eq(newer.igcFileId, igcFiles.id), isWaiting(newer), gt(newer.createdAt, igcFileVersions.createdAt)),
		);
}

/** Selects the classes and days in which a log waits for an organiser. */
export function classDaysWithWaiting(db: Db) {
	return db
		.selectDistinct({ dayId: igcFiles.dayId, classId: classOn(igcFiles.dayId) })
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.where(or(eq(igcFiles.standing, "waiting"), sql`(${newerWaiting(db)}) > 0`));
}

/** Condition of a version: its file has been removed, or is about to be. */
export function isRemoved({ state }: Pick<VersionColumns, "state">): SQL {
	return inArray(state, ["removing", "removed"]);
}

/** Condition of a flight: its competitor has an own log of the day, of this flight or another. */
export function hasOwnLogOfDay(db: Db): SQL {
	const own = alias(igcFileVersions, "own");
	const ownFlight = alias(igcFiles, "own_flight");
	return exists(
		db
			.select({ one: sql`1` })
			.from(own)
			.innerJoin(ownFlight, eq(ownFlight.id, own.igcFileId))
			.where(
				and(
					eq(ownFlight.registrationId, igcFiles.registrationId),
					eq(ownFlight.dayId, igcFiles.dayId),
					isOwnLog(own),
				),
			),
	);
}

/** Condition of a version: its times were ahead of its upload, and no organiser has set its clock. Quotes in a text would be escaped. */
const isAhead = sql`instr(${igcFileVersions.warnings}, '"reason":"clockAhead"') > 0`;

/** Expression for what a joined version of a flight is good for, whatever other recorders of its competitor have. */
export function standingAlone(db: Db): SQL<LogStanding> {
	return sql<LogStanding>`CASE
		WHEN ${igcFileVersions.discardReason} IS NOT NULL THEN 'discarded'
		WHEN ${isAhead} THEN 'ahead'
		WHEN ${isDecided(igcFileVersions)} THEN 'scores'
		WHEN NOT ${isUnconfirmed(igcFileVersions)} THEN CASE WHEN ${igcFileVersions.waits} THEN 'waiting' ELSE 'scores' END
		WHEN ${igcFileVersions.hasSecondSign} AND NOT ${igcFileVersions.waits} AND NOT ${hasOwnLogOfDay(db)} THEN 'unconfirmed'
		ELSE 'kept' END`;
}

/** Expression for the standing of a joined version of a flight, if it is the version that counts. */
export function standingOfVersion(db: Db): SQL<LogStanding> {
	return sql<LogStanding>`CASE WHEN ${igcFiles.standing} = 'backup' AND ${standingAlone(db)} = 'scores' THEN 'backup'
		ELSE ${standingAlone(db)} END`;
}

/** Condition of a flight: its log takes part in the competition, though it may be a backup, or its competitor still has to confirm it. */
export const isDelivered = inArray(igcFiles.standing, ["scores", "backup", "unconfirmed"]);
