import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { type Result, refuse } from "~/lib/result";
import { deleteObjects, withStorageTimeout } from "./object-storage.server";

/** An object to store. A key is written only once. */
interface NewObject {
	readonly key: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Digest in hex. The bucket refuses bytes that do not match it. */
	readonly sha256: string;
}

interface UploadSteps<B, T> {
	/** Writes the row of the upload in the state `pending`. */
	readonly begin: () => Promise<Result<B>>;
	/** Makes the row `ready` and the upload the current one. @param begun what `begin` returned */
	readonly finish: (begun: B) => Promise<Result<T>>;
}

/**
 * Stores an upload in the only safe order: row `pending`, object, row `ready`. If it fails in between, a pending row
 * names the object, and `sweepUploads` removes both.
 * @returns what `finish` returns; `storage-failed` when the bucket did not store the bytes
 */
export async function storeUpload<B, T>(
	ctx: Ctx,
	object: NewObject,
	steps: UploadSteps<B, T>,
): Promise<Result<T>> {
	const begun = await steps.begin();
	if (!begun.ok) return begun;
	if (!(await putNew(ctx, object))) return refuse("storage-failed");
	return steps.finish(begun.value);
}

/** Stores an object without overwriting one. An existing object with the same bytes is a success. */
async function putNew(ctx: Ctx, { key, bytes, sha256 }: NewObject): Promise<boolean> {
	try {
		const neverOverwrite = new Headers({ "If-None-Match": "*" });
		const put = await withStorageTimeout(ctx.files.put(key, bytes, { onlyIf: neverOverwrite, sha256 }));
		return put !== null || digestOf(await withStorageTimeout(ctx.files.head(key))) === sha256;
	} catch (error) {
		logLine("error", "upload", { requestId: ctx.requestId, ...describeError(error) });
		return false;
	}
}

/** Digest in hex. The bucket checked it when it stored the bytes. */
function digestOf(object: R2Object | null): string | null {
	return object?.checksums.toJSON().sha256 ?? null;
}

/** Unfinished uploads of one noun. */
export interface UnfinishedUploads {
	/** Selects at most `most` pending uploads. */
	readonly find: (
		db: Db,
		begunBefore: Date,
		most: number,
	) => PromiseLike<{ readonly id: string; readonly key: string }[]>;
	/** Statements that delete the pending rows, and owners without any other upload. */
	readonly remove: (db: Db, ids: readonly string[]) => readonly BatchItem<"sqlite">[];
}

/** Milliseconds. No request lasts that long: an older pending upload will never be finished. */
const longestUpload = 3_600_000;
/** Most uploads of one noun in one run. A statement binds at most 100 values. */
const mostAtOnce = 50;

/**
 * Removes unfinished uploads: first the objects, then the rows that name them, so that the next run can continue a
 * failed one.
 * @returns how many uploads were removed
 */
export async function sweepUploads(ctx: Ctx, nouns: readonly UnfinishedUploads[]): Promise<number> {
	const begunBefore = new Date(ctx.now.getTime() - longestUpload);
	let swept = 0;
	for (const { find, remove } of nouns) {
		const uploads = await find(ctx.db, begunBefore, mostAtOnce);
		if (uploads.length === 0) continue;
		await deleteObjects(
			ctx,
			uploads.map(({ key }) => key),
		);
		const ids = uploads.map(({ id }) => id);
		await commit(ctx, { statements: remove(ctx.db, ids), audit: [], visible: false });
		swept += uploads.length;
	}
	return swept;
}
