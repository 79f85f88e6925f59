import { and, asc, desc, eq, gte, isNull, lte, or, type SQL } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Db } from "~/lib/db/client.server";
import { isScoring } from "~/lib/db/conditions.server";
import { classOn } from "~/lib/db/flown.server";
import { isCompetitor } from "~/lib/entries/entries-queries.server";
import { pick } from "~/lib/pick";
import { competitionDays, igcFiles, igcFileVersions, registrations, replays, users } from "~db/schema";

/** Condition of a flight, its entry and its pilot: the flight scores and is shown. An erased account is not in the replay. */
export const isReplayed = and(isScoring, isCompetitor, isNull(users.erasedAt)) as SQL;

/** Selects the logs of a class on a day that count, sorted by entry. */
export function replayedLogs(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select({
			registrationId: registrations.id,
			flownAs: igcFiles.flownAs,
			...pick(igcFileVersions, "key", "sha256", "clockShift"),
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.where(and(eq(igcFiles.dayId, dayId), eq(classOn(dayId), classId), isReplayed))
		.orderBy(asc(registrations.id), asc(igcFiles.flightNumber));
}

export type ReplayedLog = Awaited<ReturnType<typeof replayedLogs>>[number];

export function storedReplay(db: Db, { dayId, classId }: ClassDay) {
	return db
		.select()
		.from(replays)
		.where(and(eq(replays.dayId, dayId), eq(replays.competitionClassId, classId)));
}

export function replayByDigest(db: Db, digest: string) {
	return db.select().from(replays).where(eq(replays.digest, digest));
}

/**
 * Selects the classes and days with logs that may need a pack: recent ones, and those without one; newest first.
 * @param since local date of the first recent day
 * @param today local date
 */
export function classDaysToPack(db: Db, since: string, today: string) {
	return db
		.selectDistinct({
			dayId: competitionDays.id,
			classId: classOn(competitionDays.id),
			date: competitionDays.date,
		})
		.from(igcFiles)
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.leftJoin(
			replays,
			and(eq(replays.dayId, competitionDays.id), eq(replays.competitionClassId, classOn(competitionDays.id))),
		)
		.where(
			and(lte(competitionDays.date, today), or(gte(competitionDays.date, since), isNull(replays.digest))),
		)
		.orderBy(desc(competitionDays.date));
}
