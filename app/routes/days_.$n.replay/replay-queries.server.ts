import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isReplayed } from "~/lib/flights/replay/replay-queries.server";
import type { ClassType } from "~db/enums";
import {
	competitionClasses,
	competitionDays,
	dayScores,
	igcFiles,
	igcFileVersions,
	registrations,
	replays,
	users,
} from "~db/schema";

/** A class on a day, as the address names them. */
export interface NamedClassDay {
	/** Local. */
	readonly date: string;
	readonly classType: ClassType;
}

const highest = sql<number | null>`json_extract(${igcFileVersions.receipt}, '$.figures.highest.altitude')`;

/** Query for the flights that a replay shows, by entry; a competitor may have several. */
export function replayedFlights(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({
			igcFileId: igcFiles.id,
			registrationId: registrations.id,
			startNumber: registrations.startNumber,
			name: users.name,
			surname: users.surname,
			/** Metres; null when no altitude is plausible. */
			highestM: highest,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(users, eq(users.id, registrations.userId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, registrations.competitionClassId))
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType), isReplayed))
		.orderBy(asc(igcFiles.flightNumber));
}

export type ReplayedFlight = Awaited<ReturnType<typeof replayedFlights>>[number];

export function packOfClass(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({ digest: replays.digest, size: replays.size })
		.from(replays)
		.innerJoin(competitionDays, eq(competitionDays.id, replays.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, replays.competitionClassId))
		.where(and(eq(competitionDays.date, date), eq(competitionClasses.type, classType)));
}

/** Query for the scores that visitors may see. Official results take their place, but have neither start nor finish. */
export function shownSheet(db: Db, { date, classType }: NamedClassDay) {
	return db
		.select({ sheet: dayScores.sheet })
		.from(dayScores)
		.innerJoin(competitionDays, eq(competitionDays.id, dayScores.dayId))
		.innerJoin(competitionClasses, eq(competitionClasses.id, dayScores.competitionClassId))
		.where(
			and(
				eq(competitionDays.date, date),
				eq(competitionClasses.type, classType),
				eq(dayScores.published, true),
				eq(dayScores.cancelled, false),
			),
		);
}
