import { and, eq } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { pragueDate } from "~/lib/editions/prague-time";
import type { Flight } from "~/lib/flights/igc-file/analyse-flight";
import { supersedes } from "~/lib/flights/igc-file/flight-figures";
import { legBetween, type Position } from "~/lib/maps/geodesy";
import { at } from "~/lib/numbers";
import { done, type Result, refuse } from "~/lib/result";
import {
	type competitionDays,
	type FlightRecord,
	igcFiles,
	igcFileVersions,
	type Recorder,
	type registrations,
	type users,
} from "~db/schema";
import { type EarlierVersion, earlierFlights, earlierVersion, ownRecorders } from "./earlier-uploads.server";
import { isSameRecorder, momentOf, namesRecorder } from "./igc-file/flight-log";
import { normaliseMark } from "./igc-file/flight-log-warnings";
import { takeRoom } from "./log-quota.server";
import type { Sender } from "./log-rights/log-sender.server";
import { logWarnings } from "./log-warnings.server";

/** An upload that has passed all checks. */
export interface CheckedLog {
	readonly entry: typeof registrations.$inferSelect;
	/** The competitor's account. */
	readonly pilot: Pick<typeof users.$inferSelect, "id" | "email" | "language" | "erasedAt">;
	readonly day: typeof competitionDays.$inferSelect;
	readonly sender: Sender;
	readonly flight: Flight;
	readonly record: FlightRecord;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Digest in hex. */
	readonly sha256: string;
	readonly originalName: string;
	/** Whether its clock is ahead: it counts nowhere before organisers have set the clock. */
	readonly isAhead: boolean;
	/** When the organisers who load it say that they received it; null when they say nothing. */
	readonly receivedAt: Date | null;
}

/** Attempts, as other uploads for the pilot and day may come between reading and writing. */
const mostAttempts = 30;

/**
 * Writes the pending row, or continues the row that another upload of the same bytes began: crews send a log twice, from two phones, or
 * again after the bucket failed. The first to finish makes the row ready, the others get the same answer, so twenty equal uploads leave one
 * row and one object. A row that is being swept is refused for the moment.
 */
export async function beginVersion(ctx: Ctx, log: CheckedLog, key: string): Promise<Result<EarlierVersion>> {
	for (let attempt = 0; attempt < mostAttempts; attempt++) {
		const earlier = await earlierVersion(ctx.db, log, key);
		if (earlier?.state === "sweeping" || earlier?.state === "removing") break;
		if (earlier?.state === "ready" || (earlier && (await renewPending(ctx, earlier)))) return done(earlier);
		if (earlier) continue;
		const begun = await insertPending(ctx, log, key);
		if (begun) return done(begun);
	}
	return refuse("storage-failed");
}

/** The sweeper skips a version that an upload has just continued. */
async function renewPending(ctx: Ctx, { id }: EarlierVersion): Promise<boolean> {
	const renewed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(igcFileVersions)
					.set({ createdAt: ctx.now })
					.where(and(eq(igcFileVersions.id, id), eq(igcFileVersions.state, "pending"))),
			),
		],
		audit: [],
		visible: false,
	});
	return renewed.ok;
}

/** Returns null when another upload for this pilot and day was faster. */
async function insertPending(ctx: Ctx, log: CheckedLog, key: string): Promise<EarlierVersion | null> {
	const { db, now } = ctx;
	const { entry, day, flight, record, sender } = log;
	const flights = await earlierFlights(db, entry.id, day.id);
	const same = flights.find(({ figures }) => figures.some((other) => supersedes(record.figures, other)));
	const otherFlights = flights.filter((other) => other !== same).flatMap(({ figures }) => figures);
	const version = {
		id: crypto.randomUUID(),
		igcFileId: same?.id ?? crypto.randomUUID(),
		key,
		state: "pending" as const,
		sender: sender.kind,
		uploadedBy: sender.accountId,
		hasSecondSign: sender.kind === "other" && (await looksLikeTheirs(ctx, log)),
	};
	// The number is one more than those of the flights read here. When another flight took it meanwhile, this insert fails.
	const flightNumber = Math.max(0, ...flights.map((other) => other.flightNumber)) + 1;
	const newFlight = {
		id: version.igcFileId,
		registrationId: entry.id,
		dayId: day.id,
		flightNumber,
		standing: "kept" as const,
		createdAt: now,
		updatedAt: now,
	};
	const begun = await commit(ctx, {
		statements: [
			...(same ? [] : [db.insert(igcFiles).values(newFlight)]),
			db.insert(igcFileVersions).values({
				...version,
				originalName: log.originalName,
				size: log.bytes.byteLength,
				sha256: log.sha256,
				receipt: record,
				warnings: logWarnings(ctx, flight, { day, entry, otherFlights, uploadedAt: now }),
				isNamedRecorder: namesRecorder(entry.logger, flight.log.recorder),
				createdAt: now,
			}),
			takeRoom(db, log.bytes.byteLength),
		],
		audit: [],
		visible: false,
	});
	if (!begun.ok) return null;
	const { id: registrationId, userId: pilotId, competitionClassId: classId } = entry;
	const flown = {
		currentVersionId: same?.currentVersionId ?? null,
		pilotId,
		registrationId,
		dayId: day.id,
		classId,
	};
	return { ...version, ...flown, confirmation: null, waits: false, isDiscarded: false };
}

async function looksLikeTheirs({ db, edition }: Ctx, { entry, day, flight }: CheckedLog): Promise<boolean> {
	const { startNumber, registrationNumber, logger } = entry;
	const recorders = (await ownRecorders(db, entry.id)).map(({ recorder }) => recorder);
	const competitor = { startNumber, registrationNumber, logger, recorders };
	return hasSecondSign(flight, competitor, { date: day.date, airfield: edition.airfield });
}

/** Metres. A recorder may be switched on at the far end of the runway, or in the tow. */
const nearAirfield = 3000;

interface KnownCompetitor {
	readonly startNumber: string;
	readonly registrationNumber: string;
	/** What the entry says about recorders. */
	readonly logger: string;
	/** Recorders of the competitor's own logs. */
	readonly recorders: readonly Recorder[];
}

/**
 * Whether a log that somebody else has sent looks like the competitor's: the recorder or both marks of the glider are known, and
 * its fixes begin at the airfield on the day. All of this is public, so it proves nothing.
 * @param date local date of the competition day
 */
function hasSecondSign(
	flight: Flight,
	competitor: KnownCompetitor,
	{ date, airfield }: { readonly date: string; readonly airfield: Position },
): boolean {
	const { fixes, positions, log } = flight;
	const first = at(positions, 0);
	const begins = new Date(momentOf(log.date, at(fixes.times, first)));
	const position = { latitude: at(fixes.latitudes, first), longitude: at(fixes.longitudes, first) };
	return (
		pragueDate(begins) === date &&
		legBetween("wgs84", airfield, position).distanceM <= nearAirfield &&
		(isKnownRecorder(log.recorder, competitor) || hasBothMarks(flight, competitor))
	);
}

function isKnownRecorder(recorder: Recorder, { logger, recorders }: KnownCompetitor): boolean {
	const isNamed = recorder.serial.length >= 3 && normaliseMark(logger).includes(recorder.serial);
	return isNamed || recorders.some((own) => isSameRecorder(own, recorder));
}

function hasBothMarks(
	{ log: { header } }: Flight,
	{ startNumber, registrationNumber }: KnownCompetitor,
): boolean {
	const isSame = (found: string | null, expected: string) =>
		normaliseMark(found) !== "" && normaliseMark(found) === normaliseMark(expected);
	return isSame(header.competitionNumber, startNumber) && isSame(header.registration, registrationNumber);
}
