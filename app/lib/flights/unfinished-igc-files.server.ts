import { and, eq, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import type { UnfinishedUploads } from "~/lib/files/store-upload.server";
import { igcFiles, igcFileVersions, incomingLogs } from "~db/schema";
import { giveRoomBack } from "./log-storage.server";

const areSwept = (ids: readonly string[]) =>
	and(inArray(igcFileVersions.id, [...ids]), eq(igcFileVersions.state, "sweeping"));

/**
 * Removes a flight whose first upload broke off. `find` also claims what it finds: the same bytes may be uploaded again
 * at any time and must not lose their object to the sweeper.
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
								// Not bound, so that its index is found.
								sql`${igcFileVersions.state} IN ('pending', 'sweeping')`,
								lt(igcFileVersions.createdAt, begunBefore),
							),
						)
						.limit(most),
				),
			)
			.returning({ id: igcFileVersions.id, key: igcFileVersions.key }),
	remove: (db, ids) => [
		giveRoomBack(db, areSwept(ids)),
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

/** Whatever organisers have sent together goes after an hour, stored or not: what was stored has an object of its own. */
export const sweptIncomingLogs: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.select({ id: incomingLogs.id, key: incomingLogs.key })
			.from(incomingLogs)
			.where(lt(incomingLogs.createdAt, begunBefore))
			.limit(most),
	remove: (db, ids) => [db.delete(incomingLogs).where(inArray(incomingLogs.id, [...ids]))],
};
