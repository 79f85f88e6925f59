import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import { type Result, refuse } from "~/lib/result";
import type { Edition } from "~editions/schema";
import { withStorageTimeout } from "./storage-timeout.server";

/** A key is written only once. */
export interface NewObject {
	readonly key: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** In hex; the bucket refuses bytes that do not match it. */
	readonly sha256: string;
}

interface UploadSteps<B, T> {
	/** Writes the row of the upload in the state `pending`. */
	readonly begin: () => Promise<Result<B>>;
	/** Makes the row `ready` and the upload the current one. @param begun what `begin` returned */
	readonly finish: (begun: B) => Promise<Result<T>>;
}

/**
 * Key of a new object: year, kind, owner, and a random id or the digest of the bytes.
 * @param parts from the owner on
 */
export function objectKey(
	ctx: { readonly edition: Pick<Edition, "year"> },
	kind: "documents" | "igc" | "incoming" | "replays",
	...parts: readonly string[]
): string {
	return [ctx.edition.year, kind, ...parts].join("/");
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

/** Never overwrites an object; an existing one with the same bytes is a success. */
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

/** In hex; the bucket checked it when it stored the bytes. */
function digestOf(object: R2Object | null): string | null {
	return object?.checksums.toJSON().sha256 ?? null;
}
