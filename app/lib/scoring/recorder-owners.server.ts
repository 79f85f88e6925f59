import { and, eq, isNotNull, lt, lte, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isScoring } from "~/lib/db/conditions.server";
import { namesRecorder } from "~/lib/flights/igc-file/flight-log";
import {
	type DayLog,
	type DayLogs,
	groupLogs,
	type RecorderOwners,
	recorderKey,
} from "~/lib/flights/senders/log-doubts.server";
import { pick } from "~/lib/pick";
import {
	competitionDays,
	dayScores,
	igcFiles,
	igcFileVersions,
	type Recorder,
	registrations,
	results,
} from "~db/schema";
import { ownerOfRecorder, type RecorderClaim } from "./recorder-owner";
import { isDayScored } from "./whose-results-hold.server";

/** Groups the logs of a day by what they share, with the owners of the recorders. @param date local date of the day */
export async function dayLogsOf(db: Db, logs: readonly DayLog[], date: string): Promise<DayLogs> {
	return groupLogs(logs, await recorderOwners(db, logs, date));
}

/** Returns the owners of the recorders of which two competitors have logs. On most days there is none, and nothing is read. */
async function recorderOwners(db: Db, logs: readonly DayLog[], date: string): Promise<RecorderOwners> {
	const entries = new Map<string, Set<string>>();
	for (const log of logs) {
		const key = recorderKey(log);
		if (key !== null) entries.set(key, (entries.get(key) ?? new Set()).add(log.registrationId));
	}
	const shared = [...entries].filter(([, ids]) => ids.size > 1);
	if (shared.length === 0) return new Map();
	const claims = new Map<string, RecorderClaim[]>();
	for (const { key, ...claim } of await claimsOf(db, new Set(shared.flatMap(([, ids]) => [...ids])), date)) {
		if (key === null || !entries.get(key)?.has(claim.registrationId)) continue;
		claims.set(key, [...(claims.get(key) ?? []), claim]);
	}
	return new Map(
		[...claims].flatMap(([key, ofRecorder]): [string, string][] => {
			const owner = ownerOfRecorder(ofRecorder);
			return owner === null ? [] : [[key, owner]];
		}),
	);
}

/** Reads what speaks for some competitors as the owners of the recorders that they have flown with. Logs that do not score say nothing. */
async function claimsOf(db: Db, registrationIds: ReadonlySet<string>, date: string) {
	const isAmong = (id: SQLWrapper) =>
		sql`${id} IN (SELECT value FROM json_each(${JSON.stringify([...registrationIds])}))`;
	const recorder = sql<string>`json_extract(${igcFileVersions.receipt}, '$.figures.recorder')`;
	const { loggerChangedAt, createdAt } = registrations;
	const withPoints = db
		.select({ ...pick(results, "registrationId", "dayId"), date: competitionDays.date })
		.from(results)
		.innerJoin(competitionDays, eq(competitionDays.id, results.dayId))
		.innerJoin(
			dayScores,
			and(eq(dayScores.dayId, results.dayId), eq(dayScores.competitionClassId, results.competitionClassId)),
		)
		.where(
			and(
				eq(results.isOurs, true),
				isDayScored,
				lt(competitionDays.date, date),
				isAmong(results.registrationId),
				isNotNull(results.points),
			),
		)
		.as("earlier");
	const rows = await db
		.select({
			...pick(registrations, "id", "logger"),
			namedAt: sql`coalesce(${loggerChangedAt}, ${createdAt})`.mapWith(createdAt),
			recorder: recorder.mapWith((text: string): Recorder => JSON.parse(text)),
			sentAt: sql`min(${igcFiles.createdAt})`.mapWith(igcFiles.createdAt),
			flownOn: sql<string | null>`min(${withPoints.date})`,
		})
		.from(igcFiles)
		.innerJoin(igcFileVersions, eq(igcFileVersions.id, igcFiles.currentVersionId))
		.innerJoin(registrations, eq(registrations.id, igcFiles.registrationId))
		.innerJoin(competitionDays, eq(competitionDays.id, igcFiles.dayId))
		.leftJoin(
			withPoints,
			and(eq(withPoints.registrationId, registrations.id), eq(withPoints.dayId, igcFiles.dayId)),
		)
		.where(and(isAmong(registrations.id), isScoring, isNotNull(recorder), lte(competitionDays.date, date)))
		.groupBy(registrations.id, recorder);
	return rows.map(({ id, logger, namedAt, ...claim }) => ({
		...pick(claim, "sentAt", "flownOn"),
		registrationId: id,
		namedAt: namesRecorder(logger, claim.recorder) ? namedAt : null,
		key: recorderKey({ figures: claim }),
	}));
}
