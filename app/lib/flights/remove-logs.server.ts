import {
	and,
	eq,
	exists,
	inArray,
	isNotNull,
	isNull,
	lt,
	ne,
	not,
	notExists,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/lib/context";
import type { AuditAction } from "~/lib/db/audit-actions";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { addDays, pragueDate } from "~/lib/editions/prague-time";
import { deleteObjects } from "~/lib/files/object-storage.server";
import type { UnfinishedUploads } from "~/lib/files/store-upload.server";
import { logsOfOthersDays } from "~/lib/kept-for";
import { auditLog, igcFiles, igcFileVersions, incomingLogs } from "~db/schema";
import { releaseRoom } from "./log-quota.server";

/** Most logs in one run. A statement binds at most 100 values. */
const mostAtOnce = 50;

/**
 * Removes the files of logs that somebody other than their competitor sent and that no longer count (rule 46), some in each run.
 * Their rows stay. The rows are marked before the objects are deleted, so that nobody gets a log that is about to go, and the next
 * run can continue a failed one.
 */
export async function removeLogs(ctx: Ctx): Promise<void> {
	const { db, edition, now } = ctx;
	if (pragueDate(now) <= addDays(edition.competition.to, logsOfOthersDays)) return;
	const { id, igcFileId, key, state } = igcFileVersions;
	const found = db.select({ id }).from(igcFileVersions).innerJoin(igcFiles, eq(igcFiles.id, igcFileId));
	const claimed = db
		.update(igcFileVersions)
		.set({ state: "removing" })
		.where(inArray(id, found.where(isRemovable(db)).limit(mostAtOnce)));
	await commit(ctx, { statements: [claimed], audit: [], visible: false });
	// It selects by ids, which an index holds together with the state.
	const isClaimed = db.select({ id }).from(igcFileVersions).where(eq(state, "removing")).limit(mostAtOnce);
	const logs = await db.select({ id, igcFileId, key }).from(igcFileVersions).where(inArray(id, isClaimed));
	if (logs.length === 0) return;
	await deleteObjects(
		ctx,
		logs.map((log) => log.key),
	);
	const areGone = and(
		inArray(
			id,
			logs.map((log) => log.id),
		),
		eq(state, "removing"),
	);
	await commit(ctx, {
		statements: [
			releaseRoom(db, areGone),
			// The key is free again: the competitor may still send the same bytes.
			db
				.update(igcFileVersions)
				.set({ state: "removed", key: sql`'removed/' || ${id}` })
				.where(areGone),
		],
		audit: logs.map((log) => ({
			action: "igc.remove" as const,
			subjectId: log.igcFileId,
			after: { versionId: log.id },
		})),
		visible: false,
	});
}

/**
 * Condition of a version that is joined with its flight: somebody else sent it, it is discarded or superseded, the competitor has
 * another log of the day, and organisers have not downloaded it.
 */
function isRemovable(db: Db): SQL | undefined {
	const { confirmation, discardReason, id, sender, state } = igcFileVersions;
	const other = alias(igcFiles, "other_flight");
	const hasAnother = exists(
		db
			.select({ one: sql`1` })
			.from(other)
			.where(
				and(
					eq(other.registrationId, igcFiles.registrationId),
					eq(other.dayId, igcFiles.dayId),
					ne(other.currentVersionId, id),
					ne(other.standing, "discarded"),
				),
			),
	);
	return and(
		eq(sender, "other"),
		isNull(confirmation),
		eq(state, "ready"),
		or(isNotNull(discardReason), ne(igcFiles.currentVersionId, id)),
		hasAnother,
		not(wasDownloaded(db)),
	);
}

const action = (name: AuditAction) => eq(auditLog.action, name);
const recorded = (path: string) => sql`json_extract(${auditLog.after}, ${path})`;

/**
 * Condition: organisers have downloaded the log by its button, marked it as downloaded, or downloaded an archive of its day. Older
 * archives did not record which logs they held, so they count as holding every log of the day.
 */
function wasDownloaded(db: Db): SQL {
	const { createdAt, id, igcFileId } = igcFileVersions;
	const one = db
		.select({ one: sql`1` })
		.from(auditLog)
		.where(
			and(
				eq(auditLog.subjectId, igcFileId),
				eq(recorded("$.versionId"), id),
				or(action("igc.download"), and(action("igc.flags"), eq(recorded("$.downloaded"), true))),
			),
		);
	const holdsIt = sql`${id} IN (SELECT value FROM json_each(${auditLog.after}, '$.ofOthers'))`;
	const mayHoldIt = and(
		sql`${recorded("$.ofOthers")} IS NULL`,
		eq(auditLog.subjectId, igcFiles.dayId),
		sql`${auditLog.at} >= ${createdAt}`,
	);
	const archived = db
		.select({ one: sql`1` })
		.from(auditLog)
		.where(and(action("igc.download-day"), or(holdsIt, mayHoldIt)));
	return sql`(${exists(one)} OR ${exists(archived)})`;
}

const areSwept = (ids: readonly string[]) =>
	and(inArray(igcFileVersions.id, [...ids]), eq(igcFileVersions.state, "sweeping"));

/**
 * Removes a flight whose first upload broke off. `find` also claims what it finds: the same bytes may be uploaded again at any time
 * and must not lose their object to the sweeper.
 */
export const unfinishedIgcFiles: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.update(igcFileVersions)
			.set({ state: "sweeping" })
			.where(
				inArray(
					igcFileVersions.id,
					db
						.select({ id: igcFileVersions.id })
						.from(igcFileVersions)
						.where(
							and(
								// The states are not bound as values, so that SQLite finds the index.
								sql`${igcFileVersions.state} IN ('pending', 'sweeping')`,
								lt(igcFileVersions.createdAt, begunBefore),
							),
						)
						.limit(most),
				),
			)
			.returning({ id: igcFileVersions.id, key: igcFileVersions.key }),
	remove: (db, ids) => [
		releaseRoom(db, areSwept(ids)),
		db.delete(igcFileVersions).where(areSwept(ids)),
		db
			.delete(igcFiles)
			.where(
				and(
					isNull(igcFiles.currentVersionId),
					notExists(
						db
							.select({ id: igcFileVersions.id })
							.from(igcFileVersions)
							.where(eq(igcFileVersions.igcFileId, igcFiles.id)),
					),
				),
			),
	],
};

/** Removes what organisers have sent together after an hour, stored or not: a log that was stored has an object of its own. */
export const sweptIncomingLogs: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.select({ id: incomingLogs.id, key: incomingLogs.key })
			.from(incomingLogs)
			.where(lt(incomingLogs.createdAt, begunBefore))
			.limit(most),
	remove: (db, ids) => [db.delete(incomingLogs).where(inArray(incomingLogs.id, [...ids]))],
};
