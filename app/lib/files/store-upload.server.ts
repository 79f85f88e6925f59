import type { Ctx } from "../context";
import { describeError, logLine } from "../http/log.server";
import { type Result, refuse } from "../result";

/** What is put into the bucket; nobody ever writes to a key again. */
export interface NewObject {
	readonly key: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** In hex; the bucket refuses bytes that do not match it. */
	readonly sha256: string;
}

interface UploadSteps<T> {
	/** Writes the row of the upload in the state `pending`. */
	readonly begin: () => Promise<Result<unknown>>;
	/** Makes the row `ready` and the upload the current one. */
	readonly finish: () => Promise<Result<T>>;
}

/** Key of a new object: the year of the edition, the kind, what it belongs to, and its own unguessable id. */
export function objectKey(ctx: Ctx, kind: "documents" | "igc", ownerId: string, versionId: string): string {
	return `${ctx.edition.year}/${kind}/${ownerId}/${versionId}`;
}

/**
 * The one order in which an upload is kept: row `pending`, object, row `ready`. Wherever it breaks off, either
 * nothing is left or a pending row that names the object, and the sweeper removes both.
 * @returns what `finish` returns; `storage-failed` when the bucket did not take the bytes
 */
export async function storeUpload<T>(ctx: Ctx, object: NewObject, steps: UploadSteps<T>): Promise<Result<T>> {
	const begun = await steps.begin();
	if (!begun.ok) return begun;
	if (!(await putNew(ctx, object))) return refuse("storage-failed");
	return steps.finish();
}

async function putNew(ctx: Ctx, { key, bytes, sha256 }: NewObject): Promise<boolean> {
	try {
		const neverOverwrite = new Headers({ "If-None-Match": "*" });
		return (await ctx.files.put(key, bytes, { onlyIf: neverOverwrite, sha256 })) !== null;
	} catch (error) {
		logLine("error", "upload", { requestId: ctx.requestId, ...describeError(error) });
		return false;
	}
}
