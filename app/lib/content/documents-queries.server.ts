import { and, asc, desc, eq, gte, isNull, lt, ne, type SQL } from "drizzle-orm";
import type { Db } from "~/lib/db/client.server";
import { pick } from "~/lib/pick";
import { documents, documentVersions } from "~db/schema";

const documentColumns = {
	...pick(documents, "id", "name"),
	...pick(documentVersions, "mimetype", "size"),
	...pick(documents, "createdAt", "updatedAt", "folder"),
};

function selectDocuments(db: Db) {
	return db
		.select(documentColumns)
		.from(documents)
		.innerJoin(documentVersions, eq(documentVersions.id, documents.currentVersionId));
}

/** Selects the documents, the one that changed last first. */
export function documentList(db: Db) {
	return selectDocuments(db)
		.where(isNull(documents.deletedAt))
		.orderBy(desc(documents.updatedAt), desc(documents.id));
}

/** Selects the documents that last changed between two times; `to` is not included. */
export function documentsBetween(db: Db, from: SQL, to: SQL) {
	return selectDocuments(db)
		.where(and(isNull(documents.deletedAt), gte(documents.updatedAt, from), lt(documents.updatedAt, to)))
		.orderBy(asc(documents.updatedAt));
}

export type DocumentRow = Awaited<ReturnType<typeof documentList>>[number];

export function documentById(db: Db, id: string) {
	return selectDocuments(db).where(and(eq(documents.id, id), isNull(documents.deletedAt)));
}

/** Selects the replaced versions of all documents, the newest first. */
export function replacedVersions(db: Db) {
	return db
		.select({
			...pick(documentVersions, "id", "documentId"),
			name: documents.name,
			...pick(documentVersions, "size", "createdAt"),
		})
		.from(documentVersions)
		.innerJoin(documents, eq(documents.id, documentVersions.documentId))
		.where(
			and(
				isNull(documents.deletedAt),
				eq(documentVersions.state, "ready"),
				ne(documentVersions.id, documents.currentVersionId),
			),
		)
		.orderBy(desc(documentVersions.createdAt), desc(documentVersions.id));
}

/** @param versionId id of an earlier version; null for the current one */
export function documentFile(db: Db, id: string, versionId: string | null) {
	return db
		.select({
			name: documents.name,
			...pick(documentVersions, "key", "mimetype", "size", "sha256"),
		})
		.from(documents)
		.innerJoin(
			documentVersions,
			versionId
				? and(eq(documentVersions.id, versionId), eq(documentVersions.documentId, documents.id))
				: eq(documentVersions.id, documents.currentVersionId),
		)
		.where(and(eq(documents.id, id), isNull(documents.deletedAt), eq(documentVersions.state, "ready")));
}

/** Selects a document by its name, also one whose first upload is not finished. */
export function documentByName(db: Db, name: string) {
	return db
		.select({
			...pick(documents, "id", "createdAt", "updatedAt", "folder", "currentVersionId"),
			sha256: documentVersions.sha256,
		})
		.from(documents)
		.leftJoin(documentVersions, eq(documentVersions.id, documents.currentVersionId))
		.where(and(eq(documents.name, name), isNull(documents.deletedAt)));
}

/** Condition: the current version is still the one that was read. */
export function hasCurrentVersion(versionId: string | null) {
	return versionId === null ? isNull(documents.currentVersionId) : eq(documents.currentVersionId, versionId);
}
