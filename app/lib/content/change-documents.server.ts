import { and, eq, inArray, isNotNull, isNull, lt, notExists } from "drizzle-orm";
import type { Ctx, StaffCtx } from "~/lib/context";
import { commit, commitOrStale, exactlyOne } from "~/lib/db/commit.server";
import { sha256Hex } from "~/lib/digest";
import { extensionOf, tidyFileName } from "~/lib/files/file-name";
import { objectKey } from "~/lib/files/object-key";
import { storeUpload, type UnfinishedUploads } from "~/lib/files/store-upload.server";
import { pick } from "~/lib/pick";
import { done, type Result, refuse } from "~/lib/result";
import type { DocumentFolder } from "~db/enums";
import { documents, documentVersions } from "~db/schema";
import { folderOf, looksLikeItsType, mimetypeOf } from "./document-types";
import {
	type DocumentRow,
	documentById,
	documentByName,
	hasCurrentVersion,
} from "./documents-queries.server";

interface AddedDocument {
	readonly document: DocumentRow;
	/** A document of this name existed before. */
	readonly replaced: boolean;
}

/** Where a document stands. */
export interface DocumentPlace {
	readonly name: string;
	readonly folder: DocumentFolder;
}

type Version = Omit<typeof documentVersions.$inferInsert, "documentId" | "key" | "state">;

/** A file of the competition area is a document too. */
type PublisherCtx = StaffCtx<"documents"> | StaffCtx<"tasks">;

/** Others may write the same document meanwhile, so an attempt may fail. */
const mostAttempts = 20;

/**
 * Publishes a file. A file of the same name becomes a new version of the document, in its folder; the same bytes change nothing.
 * @param file checked by `documentSchema`
 * @param folder of a new document; null leaves it to the name
 */
export async function addDocument(
	ctx: PublisherCtx,
	file: File,
	folder: DocumentFolder | null = null,
): Promise<Result<AddedDocument>> {
	return storeDocument(ctx, file, { folder, uploadedBy: ctx.actor.id });
}

interface Source {
	/** Of a new document; null leaves it to the name. */
	readonly folder: DocumentFolder | null;
	/** Null for who has no account here: an organiser of the year before. */
	readonly uploadedBy: string | null;
}

/** As {@link addDocument}. */
export async function storeDocument(
	ctx: Ctx,
	file: File,
	{ folder, uploadedBy }: Source,
): Promise<Result<AddedDocument>> {
	const name = tidyFileName(file.name);
	const mimetype = mimetypeOf(name);
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (!mimetype) return refuse("invalid-fields", { document: "document.error.type" });
	if (!looksLikeItsType(name, bytes)) return refuse("invalid-fields", { document: "document.error.content" });

	const sha256 = await sha256Hex(bytes);
	for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
		const version: Version = {
			id: crypto.randomUUID(),
			mimetype,
			size: bytes.byteLength,
			sha256,
			uploadedBy,
			createdAt: ctx.now,
		};
		const result = await tryToAdd(ctx, { name, folder: folder ?? folderOf(name) }, bytes, version);
		if (result.ok || result.reason !== "stale") return result;
	}
	return refuse("stale");
}

/** Refused as `stale` when a document of this name was added or deleted meanwhile. */
async function tryToAdd(
	ctx: Ctx,
	{ name, folder }: DocumentPlace,
	bytes: Uint8Array<ArrayBuffer>,
	version: Version,
): Promise<Result<AddedDocument>> {
	const { id: versionId, mimetype, size, sha256 } = version;
	const [known] = await documentByName(ctx.db, name);
	if (known && known.sha256 === sha256) {
		const kept = pick(known, "id", "createdAt", "updatedAt", "folder");
		return done({ document: { ...kept, name, mimetype, size }, replaced: true });
	}
	const id = known?.id ?? crypto.randomUUID();
	const key = objectKey(ctx, "documents", id, versionId);
	return storeUpload(
		ctx,
		{ key, bytes, sha256 },
		{
			begin: () => {
				const created = { id, name, folder, createdAt: ctx.now, updatedAt: ctx.now };
				return commitOrStale(ctx, {
					statements: [
						...(known ? [] : [ctx.db.insert(documents).values(created)]),
						ctx.db.insert(documentVersions).values({ ...version, documentId: id, key, state: "pending" }),
					],
					audit: [],
					visible: false,
				});
			},
			finish: async () => {
				const replaced = await makeCurrent(ctx, id, name, version);
				if (!replaced.ok) return replaced;
				const kept = known ? pick(known, "createdAt", "folder") : { createdAt: ctx.now, folder };
				const document = { id, name, mimetype, size, ...kept, updatedAt: ctx.now };
				return done({ document, replaced: replaced.value });
			},
		},
	);
}

/** @returns whether the version replaces another one */
async function makeCurrent(
	ctx: Ctx,
	id: string,
	name: string,
	{ id: versionId, size, sha256 }: Version,
): Promise<Result<boolean>> {
	for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
		const [before] = await documentByName(ctx.db, name);
		if (before?.id !== id) return refuse("stale");
		const replaced = before.currentVersionId !== null;
		const committed = await commit(ctx, {
			statements: [
				exactlyOne(
					ctx.db
						.update(documents)
						.set({ currentVersionId: versionId, updatedAt: ctx.now })
						.where(
							and(
								eq(documents.id, id),
								isNull(documents.deletedAt),
								hasCurrentVersion(before.currentVersionId),
							),
						),
				),
				exactlyOne(
					ctx.db
						.update(documentVersions)
						.set({ state: "ready" })
						.where(and(eq(documentVersions.id, versionId), eq(documentVersions.state, "pending"))),
				),
			],
			audit: {
				action: replaced ? "document.replace" : "document.add",
				subjectId: id,
				...(replaced ? { before: { versionId: before.currentVersionId, sha256: before.sha256 } } : {}),
				after: { name, versionId, size, sha256 },
			},
			visible: true,
		});
		if (committed.ok) return done(replaced);
	}
	return refuse("stale");
}

/**
 * Gives a document another name or folder. Its address stays, and so does its type: the extension of the name is not changed.
 * @param seen where the organiser has seen it
 */
export async function placeDocument(
	ctx: StaffCtx<"documents">,
	id: string,
	{ name: typed, folder }: DocumentPlace,
	seen: DocumentPlace,
): Promise<Result<null>> {
	const name = tidyFileName(typed);
	if (extensionOf(name) !== extensionOf(seen.name))
		return refuse("invalid-fields", { name: "document.error.extension" });
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(documents)
					.set({ name, folder })
					.where(
						and(
							eq(documents.id, id),
							eq(documents.name, seen.name),
							eq(documents.folder, seen.folder),
							isNull(documents.deletedAt),
						),
					),
			),
		],
		audit: { action: "document.place", subjectId: id, before: { ...seen }, after: { name, folder } },
		visible: true,
	});
	if (committed.ok) return done(null);
	return committed.reason === "taken"
		? refuse("invalid-fields", { name: "document.error.taken" })
		: refuse("stale");
}

/** Deletes a document. Its versions stay in the bucket; its name is free again. */
export async function deleteDocument(
	ctx: StaffCtx<"documents">,
	id: string,
): Promise<Result<null, "not-found">> {
	const [document] = await documentById(ctx.db, id);
	if (!document) return refuse("not-found");
	const committed = await commit(ctx, {
		statements: [
			exactlyOne(
				ctx.db
					.update(documents)
					.set({ deletedAt: ctx.now })
					.where(
						and(eq(documents.id, id), isNull(documents.deletedAt), isNotNull(documents.currentVersionId)),
					),
			),
		],
		audit: {
			action: "document.delete",
			subjectId: id,
			before: { name: document.name, size: document.size },
		},
		visible: true,
	});
	return committed.ok ? done(null) : refuse("not-found");
}

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
