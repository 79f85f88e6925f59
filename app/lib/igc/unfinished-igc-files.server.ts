import { and, eq, inArray, isNull, lt, notExists } from "drizzle-orm";
import { igcFiles, igcFileVersions } from "~db/schema";
import type { UnfinishedUploads } from "../files/sweep-uploads.server";

/** Uploads of flight logs that broke off; a flight whose first upload did is removed with it. */
export const unfinishedIgcFiles: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.select({ id: igcFileVersions.id, key: igcFileVersions.key })
			.from(igcFileVersions)
			.where(and(eq(igcFileVersions.state, "pending"), lt(igcFileVersions.createdAt, begunBefore)))
			.limit(most),
	remove: (db, ids) => [
		db
			.delete(igcFileVersions)
			.where(and(inArray(igcFileVersions.id, [...ids]), eq(igcFileVersions.state, "pending"))),
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
