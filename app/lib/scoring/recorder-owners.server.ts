import { and, eq, isNotNull, lt, lte, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { isAmong, isScoring } from "~/lib/db/conditions.server";
import { namesRecorder } from "~/lib/flights/igc-file/flight-log";
import { type DayLog, type RecorderOwners, recorderKey } from "~/lib/flights/log-rights/log-doubts.server";
import { isKnown } from "~/lib/flights/versions-queries.server";
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

/** A competitor of a day, whose entry may name recorders. */
interface NamingEntry {
	readonly registrationId: string;
	/** What the entry says about recorders, and since when. */
	readonly logger: string;
	readonly namedAt: Date;
}

interface OwnersOf {
	/** The logs of a day. */
	readonly logs: readonly DayLog[];
	/** Those of them that no mark of the glider says to be their competitor's: their recorders may say whose they are. */
	readonly unmarked: readonly DayLog[];
	readonly entries: readonly NamingEntry[];
}

/** When no flight of the day has come yet with a recorder that an entry names. */
const never = new Date(8.64e15);

/**
 * Returns the owners of the recorders of which two competitors have logs, and of those of unmarked logs. On most days there is none, and
 * nothing is read. Whoever shares a recorder today settles among themselves whose it is.
 */
export async function recorderOwners(
	db: Db,
	{ logs, unmarked, entries }: OwnersOf,
	date: string,
): Promise<RecorderOwners> {
	const users = new Map<string, Set<string>>();
	for (const log of logs) {
		const key = recorderKey(log);
		if (key !== null) users.set(key, (users.get(key) ?? new Set()).add(log.registrationId));
	}
	const isShared = (key: string) => (users.get(key)?.size ?? 0) > 1;
	const claimants = new Set(
		[...users.values()]
			.flatMap((ids) => (ids.size > 1 ? [...ids] : []))
			.concat(unmarked.map(({ registrationId }) => registrationId)),
	);
	if (claimants.size === 0) return new Map();
	const claims = new Map<string, RecorderClaim[]>();
	for (const { key, ...claim } of await claimsOf(db, claimants, date)) {
		if (key === null || (isShared(key) && !users.get(key)?.has(claim.registrationId))) continue;
		claims.set(key, [...(claims.get(key) ?? []), claim]);
	}
	for (const { key, ...claim } of namedIn(entries, unmarked)) {
		const known = claims.get(key) ?? [];
		const isKnown = known.some(({ registrationId }) => registrationId === claim.registrationId);
		if (!isShared(key) && !isKnown) claims.set(key, [...known, claim]);
	}
	return new Map(
		[...claims].flatMap(([key, ofRecorder]): [string, string][] => {
			const owner = ownerOfRecorder(ofRecorder);
			return owner === null ? [] : [[key, owner]];
		}),
	);
}

/** The entries that name the recorders of logs. They are found by their words: anybody may send any number of logs. */
function namedIn(entries: readonly NamingEntry[], logs: readonly DayLog[]) {
	const byWord = new Map<string, NamingEntry[]>();
	for (const entry of entries)
		for (const word of new Set(entry.logger.toUpperCase().split(/[^A-Z0-9]+/)))
			byWord.set(word, [...(byWord.get(word) ?? []), entry]);
	const recorders = new Map(logs.map((log) => [recorderKey(log), log.figures.recorder]));
	return [...recorders].flatMap(([key, recorder]) => {
		if (key === null) return [];
		const { maker, serial } = recorder;
		const naming = [...(byWord.get(serial) ?? []), ...(byWord.get(maker + serial) ?? [])];
		return naming
			.filter(({ logger }) => namesRecorder(logger, recorder))
			.map(({ registrationId, namedAt }) => ({
				...{ key, registrationId, namedAt },
				sentAt: never,
				flownOn: null,
			}));
	});
}

/** Returns the recorders among those given of which a log is signed, by `recorderKey`. */
export async function signedRecorders(db: Db, recorders: ReadonlySet<string>): Promise<ReadonlySet<string>> {
	if (recorders.size === 0) return new Set();
	const partOf = (part: string) => sql<string>`json_extract(${igcFileVersions.receipt}, ${part})`;
	const key = sql<string>`'recorder ' || ${partOf("$.figures.recorder.maker")} || ' ' || ${partOf("$.figures.recorder.serial")}`;
	const rows = await db
		.selectDistinct({ key })
		.from(igcFileVersions)
		.where(and(isKnown, isSigned(igcFileVersions.warnings), isAmong(key, recorders)));
	return new Set(rows.map((row) => row.key));
}

/** Condition of a version: its log has a signature, which nobody has checked. Quotes in a text would be escaped. */
const isSigned = (warnings: SQLWrapper) => sql`instr(${warnings}, '"reason":"noSignature"') = 0`;

/** Reads what speaks for some competitors as the owners of the recorders that they have flown with. Logs that do not score say nothing. */
async function claimsOf(db: Db, registrationIds: ReadonlySet<string>, date: string) {
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
				isAmong(results.registrationId, registrationIds),
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
		.where(
			and(
				isAmong(registrations.id, registrationIds),
				isScoring,
				isNotNull(recorder),
				lte(competitionDays.date, date),
			),
		)
		.groupBy(registrations.id, recorder);
	return rows.map(({ id, logger, namedAt, ...claim }) => ({
		...pick(claim, "sentAt", "flownOn"),
		registrationId: id,
		namedAt: namesRecorder(logger, claim.recorder) ? namedAt : null,
		key: recorderKey({ figures: claim }),
	}));
}
