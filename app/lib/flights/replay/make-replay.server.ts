import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { ClassDay } from "~/lib/class-day";
import type { Ctx } from "~/lib/context";
import { dayById } from "~/lib/days/days-queries.server";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { sha256Hex } from "~/lib/digest";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { objectKey } from "~/lib/files/object-key";
import { deleteObjects, readObject, withStorageTimeout } from "~/lib/files/object-storage.server";
import { groupedBy } from "~/lib/grouped-by";
import { describeError, logLine } from "~/lib/http/log.server";
import { taskInForce } from "~/lib/tasks/tasks-queries.server";
import { replays } from "~db/schema";
import { type KeptLog, readKeptLog } from "../complete-record.server";
import { analyseFlight, drawnFlight, type Flight } from "../igc-file/analyse-flight";
import { packFlights, packTrack } from "./pack-flights";
import { canReplay } from "./replay-availability";
import { classDaysToPack, type ReplayedLog, replayedLogs, storedReplay } from "./replay-queries.server";
import { flownTrack, thinTrack } from "./thin-track";
import { formatVersion, type PackedFlight, unpackFlights } from "./unpack-flights";

/** Logs that one run of the scheduler reads, so that it stays within the time of a request. The next run continues. */
const mostLogs = 60;
/** Days whose logs still change often. Later changes start a new pack by the upload or the erasure itself. */
const recentDays = 14;
/** Milliseconds. It is less than the five minutes between two runs of the scheduler. */
const longestWork = 4 * 60_000;

type StoredReplay = typeof replays.$inferSelect;

/** Makes the replays that are due, for the scheduler. A class that fails does not stop the others. */
export async function makeDueReplays(ctx: Ctx): Promise<void> {
	if (!ctx.edition.publishTracks) return;
	const today = pragueDate(ctx.now);
	const due = await classDaysToPack(ctx.db, addDays(today, -recentDays), today);
	let read = 0;
	for (const where of due) {
		if (read >= mostLogs) return;
		read += await tryReplay(ctx, where);
	}
}

/** Calls `makeReplayOf`. A failure is logged, and counts as no logs read. */
async function tryReplay(ctx: Ctx, classDay: ClassDay): Promise<number> {
	try {
		return await makeReplayOf(ctx, classDay);
	} catch (error) {
		logLine("error", "replay", { requestId: ctx.requestId, ...classDay, ...describeError(error) });
		return 0;
	}
}

/**
 * Packs the flights of a class on a day anew when their logs have changed, once the class may be replayed.
 * @returns how many logs it read
 */
export async function makeReplayOf(ctx: Ctx, classDay: ClassDay): Promise<number> {
	const { day, task, logs, stored } = await read(ctx.db, {
		day: first(dayById(ctx.db, classDay.dayId)),
		task: first(taskInForce(ctx.db, classDay)),
		logs: replayedLogs(ctx.db, classDay),
		stored: first(storedReplay(ctx.db, classDay)),
	});
	if (!day || !canReplay(ctx, day.date, task?.rules ?? null)) return 0;
	if (isUpToDate(stored, await digestOf(await flownLogs(logs)))) return 0;
	const claimed = await claim(ctx, classDay);
	return claimed ? pack(ctx, classDay, claimed) : 0;
}

/** Whether the stored pack is current. Without flights there is nothing to do, unless an old pack is stored. */
function isUpToDate(stored: StoredReplay | undefined, digest: string | null): boolean {
	return digest === null ? !stored?.size : digest === stored?.digest;
}

/** @returns how many logs it read */
async function pack(ctx: Ctx, classDay: ClassDay, claimed: StoredReplay): Promise<number> {
	// The logs are read after the claim, which an erasure ends: logs erased before are not among them.
	const flights = await flownLogs(await replayedLogs(ctx.db, classDay));
	const digest = await digestOf(flights);
	const { bytes, read } = await packOf(ctx, flights, claimed);
	if (digest && bytes) await storePack(ctx, classDay, digest, bytes);
	// The packs are removed before the row changes: whatever fails is done again.
	await removeOtherPacks(ctx, classDay, bytes && digest);
	await settle(ctx, claimed, { digest, size: bytes?.length ?? 0 });
	return read;
}

/** The logs of each competitor, with a text that changes when one of them does. */
async function flownLogs(logs: readonly ReplayedLog[]): Promise<FlownLogs[]> {
	const byEntry = groupedBy(logs, ({ registrationId }) => registrationId);
	return Promise.all(
		[...byEntry].map(async ([id, own]) => ({
			id,
			// It is a digest of the logs' digests: the digest of a log itself is for organisers only.
			source: (await sha256Hex(own.map(({ flownAs, sha256 }) => flownAs ?? sha256).join())).slice(0, 16),
			kept: own,
		})),
	);
}

/** Returns null without flights. */
async function digestOf(flights: readonly FlownLogs[]): Promise<string | null> {
	if (flights.length === 0) return null;
	return sha256Hex(JSON.stringify([formatVersion, flights.map(({ id, source }) => [id, source])]));
}

/** Claims the replay: two runs at once would remove each other's objects. @returns null when another run is at work */
async function claim({ db, now }: Ctx, { dayId, classId }: ClassDay): Promise<StoredReplay | null> {
	const before = new Date(now.getTime() - longestWork);
	const [claimed] = await db
		.insert(replays)
		.values({ id: crypto.randomUUID(), dayId, competitionClassId: classId, claimedAt: now })
		.onConflictDoUpdate({
			target: [replays.competitionClassId, replays.dayId],
			set: { claimedAt: now },
			setWhere: or(isNull(replays.claimedAt), lt(replays.claimedAt, before)),
		})
		.returning();
	return claimed ?? null;
}

/** @param result its size is 0 when there is no flight */
async function settle(
	ctx: Ctx,
	{ id }: StoredReplay,
	result: Pick<StoredReplay, "digest" | "size">,
): Promise<void> {
	const isOwn = and(eq(replays.id, id), eq(replays.claimedAt, ctx.now));
	const update = ctx.db
		.update(replays)
		.set({ ...result, claimedAt: null, madeAt: ctx.now })
		.where(isOwn);
	await commit(ctx, { statements: [exactlyOne(update)], audit: [], visible: true });
}

/** Stores a pack, compressed, as no server compresses bytes of an unknown type. @throws errors of the bucket */
async function storePack(
	ctx: Ctx,
	classDay: ClassDay,
	digest: string,
	pack: Uint8Array<ArrayBuffer>,
): Promise<void> {
	const packed = new Blob([pack]).stream().pipeThrough(new CompressionStream("gzip"));
	const bytes = await new Response(packed).arrayBuffer();
	await withStorageTimeout(ctx.files.put(keyOf(ctx, classDay, digest), bytes));
}

/** Removes every pack of a class on a day but one, including what an interrupted run has left. @throws errors of the bucket */
async function removeOtherPacks(ctx: Ctx, classDay: ClassDay, digest: string | null): Promise<void> {
	const prefix = keyOf(ctx, classDay, "");
	const { objects } = await withStorageTimeout(ctx.files.list({ prefix }));
	const others = objects.map(({ key }) => key).filter((key) => key !== `${prefix}${digest}`);
	await deleteObjects(ctx, others);
}

/** The compressed bytes of a pack. */
export function openPack(ctx: Ctx, { dayId, competitionClassId, digest }: StoredReplay) {
	return readObject(ctx, keyOf(ctx, { dayId, classId: competitionClassId }, digest ?? ""));
}

/** The flights of a pack; empty when there is no pack, or it cannot be read. */
async function readPack(ctx: Ctx, stored: StoredReplay): Promise<PackedFlight[]> {
	if (stored.digest === null) return [];
	const object = await openPack(ctx, stored);
	if (!object.ok) return [];
	try {
		const bytes = object.value.body.pipeThrough(new DecompressionStream("gzip"));
		return unpackFlights(new Uint8Array(await new Response(bytes).arrayBuffer()));
	} catch {
		// The pack is of an older version, so every flight is packed anew.
		return [];
	}
}

/** Key of a pack. Only its last part changes with the flights. */
function keyOf(ctx: Ctx, { dayId, classId }: ClassDay, digest: string): string {
	return objectKey(ctx, "replays", dayId, classId, digest);
}

/** The logs of a competitor on a day. */
interface FlownLogs extends Omit<PackedFlight, "track"> {
	readonly kept: readonly KeptLog[];
}

interface MadePack {
	/** The pack, not compressed; null when there is no flight. */
	readonly bytes: Uint8Array<ArrayBuffer> | null;
	/** Number of logs that were read. */
	readonly read: number;
}

/** Packs flights. Flights whose logs have not changed are taken from the stored pack. @throws Error when the bucket does not give a log */
async function packOf(
	ctx: Ctx,
	flights: readonly FlownLogs[],
	stored: typeof replays.$inferSelect,
): Promise<MadePack> {
	const before = new Map((await readPack(ctx, stored)).map((flight) => [flight.source, flight.track]));
	const packed: PackedFlight[] = [];
	let read = 0;
	for (const { id, source, kept } of flights) {
		const track = before.get(source) ?? (await packLogs(ctx, kept));
		if (!before.has(source)) read += kept.length;
		if (track.length > 0) packed.push({ id, source, track });
	}
	return { bytes: packed.length > 0 ? packFlights(packed) : null, read };
}

/** Packs the logs of one competitor. Empty when nothing was flown, or no log can be read. */
async function packLogs(ctx: Ctx, kept: readonly KeptLog[]): Promise<Uint8Array> {
	const flights: Flight[] = [];
	for (const log of kept) {
		const file = await readKeptLog(ctx, log);
		if (!file) throw new Error("The bucket did not give a log");
		if (file.log) flights.push(drawnFlight(analyseFlight(file.log)));
	}
	const track = flownTrack(flights, ctx.edition.airfield.elevation);
	return track.length > 0 ? packTrack(thinTrack(track)) : new Uint8Array();
}
