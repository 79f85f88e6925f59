import { and, asc, desc, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { StaffCtx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { commit, commitOrStale, exactlyOne, type Write } from "~/lib/db/commit.server";
import { first, read } from "~/lib/db/read.server";
import { done, type Result, refuse } from "~/lib/result";
import { igcFiles, igcFileVersions } from "~db/schema";
import { flightById } from "../flights-queries.server";
import { logsChanged, versionById } from "../versions-queries.server";
import { isDecided, isOwnLog, isUnconfirmed } from "./log-standing.server";
import { settleStandings } from "./settle-standings.server";

type Decided = Promise<Result<null, "not-found" | "log-removed" | "stale">>;

/** Condition: a version stands for its flight, and is not discarded. Another one is made to count first. */
const isCounting = sql`(${igcFileVersions.discardReason} IS NULL AND ${igcFileVersions.id} =
	(SELECT its.current_version_id FROM ${igcFiles} AS its WHERE its.id = ${igcFileVersions.igcFileId}))`;

/**
 * Records an organiser's decision that logs that count are right: they score from any sender and with any finding, until that is
 * taken back.
 */
export function confirmByOrganiser(ctx: StaffCtx<"logs">, ...versionIds: readonly string[]): Decided {
	const { confirmation } = igcFileVersions;
	return decide(ctx, versionIds, {
		action: "igc.confirm",
		change: { confirmation: "organiser" },
		condition: and(sql`${confirmation} IS NOT 'organiser'`, isCounting),
	});
}

export function takeBackConfirmation(ctx: StaffCtx<"logs">, versionId: string): Decided {
	return decide(ctx, [versionId], {
		action: "igc.unconfirm",
		change: { confirmation: null },
		condition: and(eq(igcFileVersions.confirmation, "organiser"), isCounting),
	});
}

/** Discards a log: it no longer counts. Another log of the flight takes its place if there is one. Nothing is deleted. */
export function discardLog(ctx: StaffCtx<"logs">, versionId: string, reason: string): Decided {
	return decide(ctx, [versionId], {
		action: "igc.discard",
		change: { discardReason: reason },
		condition: isNull(igcFileVersions.discardReason),
		reason,
	});
}

export function takeBackDiscard(ctx: StaffCtx<"logs">, versionId: string): Decided {
	return decide(ctx, [versionId], {
		action: "igc.take-back",
		change: { discardReason: null },
		condition: isNotNull(igcFileVersions.discardReason),
	});
}

/** Discards all logs of a flight: any other log of it would show the same wrong flight. A later log is judged anew. */
export async function discardFlight(ctx: StaffCtx<"logs">, igcFileId: string, reason: string): Decided {
	const isLeft = and(eq(igcFileVersions.state, "ready"), isNull(igcFileVersions.discardReason));
	return decideFlight(ctx, igcFileId, {
		action: "igc.discard",
		discardReason: reason,
		which: isLeft,
		reason,
	});
}

/** Restores the logs that were discarded for the same reason as the flight. A log that was discarded for another reason stays so. */
export async function takeBackFlight(ctx: StaffCtx<"logs">, igcFileId: string): Decided {
	const current = alias(igcFileVersions, "current");
	const reason = ctx.db
		.select({ reason: current.discardReason })
		.from(igcFiles)
		.innerJoin(current, eq(current.id, igcFiles.currentVersionId))
		.where(eq(igcFiles.id, igcFileId));
	const isSame = and(eq(igcFileVersions.state, "ready"), sql`${igcFileVersions.discardReason} = (${reason})`);
	return decideFlight(ctx, igcFileId, { action: "igc.take-back", discardReason: null, which: isSame });
}

interface FlightDecision {
	readonly action: AuditAction;
	readonly discardReason: string | null;
	/** Condition of the versions to change; `stale` when there is none. */
	readonly which: SQL | undefined;
	readonly reason?: string;
}

async function decideFlight(
	ctx: StaffCtx<"logs">,
	igcFileId: string,
	{ action, discardReason, which, reason }: FlightDecision,
): Decided {
	const { db } = ctx;
	const isAbout = and(eq(igcFileVersions.igcFileId, igcFileId), which);
	const { flight, logs } = await read(db, {
		flight: first(flightById(db, igcFileId)),
		logs: db.select({ id: igcFileVersions.id }).from(igcFileVersions).where(isAbout),
	});
	if (!flight) return refuse("not-found");
	if (logs.length === 0) return refuse("stale");
	await commit(ctx, {
		statements: [
			db.update(igcFileVersions).set({ discardReason }).where(isAbout),
			countTheBest(ctx, igcFileId),
			...settleStandings(db, flight),
		],
		audit: {
			action,
			subjectId: igcFileId,
			after: { versions: logs.map(({ id }) => id), ...(reason === undefined ? {} : { reason }) },
		},
		effects: logsChanged({ dayId: flight.dayId, classId: flight.competitionClassId }, "organiser"),
		visible: ctx.edition.publishTracks,
	});
	return done(null);
}

interface Decision {
	readonly action: AuditAction;
	readonly change: Partial<Pick<typeof igcFileVersions.$inferInsert, "confirmation" | "discardReason">>;
	/** Condition that must still hold for the version when it is written. */
	readonly condition: SQL | undefined;
	readonly reason?: string;
}

async function decide(
	ctx: StaffCtx<"logs">,
	versionIds: readonly string[],
	{ action, change, condition, reason }: Decision,
): Decided {
	const { db } = ctx;
	const versions = (await Promise.all(versionIds.map((id) => versionById(db, id)))).flat();
	if (versions.length < versionIds.length) return refuse("not-found");
	if (versions.some(({ isRemoved }) => isRemoved)) return refuse("log-removed");
	return commitOrStale(ctx, {
		statements: versions.flatMap((version) => [
			exactlyOne(
				db
					.update(igcFileVersions)
					.set(change)
					.where(and(eq(igcFileVersions.id, version.id), eq(igcFileVersions.state, "ready"), condition)),
			),
			...("discardReason" in change ? [countTheBest(ctx, version.igcFileId)] : []),
			...settleStandings(db, version),
		]),
		audit: versions.map(({ id: versionId, igcFileId }) => ({
			action,
			subjectId: igcFileId,
			after: { versionId, ...(reason === undefined ? {} : { reason }) },
		})),
		effects: versions.flatMap((version) => logsChanged(version, "organiser")),
		visible: ctx.edition.publishTracks,
	});
}

/**
 * Statement that chooses the log that counts among those that are left. A log that an organiser decided comes first, then those that
 * do not wait for one; of these the competitor's own, then one with a second sign, and then the newest. Among logs that nobody has confirmed, the oldest comes first.
 * When every log of a flight is discarded, the one that counted stays.
 */
function countTheBest({ db, now }: StaffCtx<"logs">, igcFileId: string): Write["statements"][number] {
	const best = bestVersion(db);
	return db
		.update(igcFiles)
		.set({
			currentVersionId: sql`(${best})`,
			downloaded: false,
			processed: false,
			editedAt: now,
			updatedAt: now,
		})
		.where(and(eq(igcFiles.id, igcFileId), exists(best), sql`(${best}) <> ${igcFiles.currentVersionId}`));
}

function bestVersion(db: Db) {
	const left = alias(igcFileVersions, "left_version");
	return db
		.select({ id: sql`${left.id}` })
		.from(left)
		.where(and(eq(left.igcFileId, igcFiles.id), eq(left.state, "ready"), isNull(left.discardReason)))
		.orderBy(
			desc(sql`${isDecided(left)}`),
			asc(left.waits),
			desc(sql`${isOwnLog(left)}`),
			desc(left.hasSecondSign),
			desc(sql`CASE WHEN ${isUnconfirmed(left)} THEN -${left.createdAt} ELSE ${left.createdAt} END`),
		)
		.limit(1);
}
