import { and, eq, inArray, isNull, lt, notExists } from "drizzle-orm";
import type { UnfinishedUploads } from "~/lib/files/sweep-uploads.server";
import { documents, documentVersions } from "~db/schema";

/** Removes a document whose first upload broke off. */
export const unfinishedDocuments: UnfinishedUploads = {
	find: (db, begunBefore, most) =>
		db
			.select({ id: documentVersions.id, key: documentVersions.key })
			.from(documentVersions)
			.where(and(eq(documentVersions.state, "pending"), lt(documentVersions.createdAt, begunBefore)))
			.limit(most),
	remove: (db, ids) => [
		db
			.delete(documentVersions)
			.where(and(inArray(documentVersions.id, [...ids]), eq(documentVersions.state, "pending"))),
		db
			.delete(documents)
			.where(
				and(
					isNull(documents.currentVersionId),
					notExists(
						db
							.select({ id: documentVersions.id })
							.from(documentVersions)
							.where(eq(documentVersions.documentId, documents.id)),
					),
				),
			),
	],
};
