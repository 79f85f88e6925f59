import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { done, type Result, refuse } from "~/lib/result";
import { withTimeout } from "~/lib/timeout";
import { editionState } from "~db/schema";

/** Milliseconds that the bucket may take for one object. 10 MB take a second or two. */
export const storageTimeout = 20_000;

/** Waits for the bucket. The sweep of uploads later finds what the bucket stores after the timeout. @throws TimedOut */
export function withStorageTimeout<T>(work: Promise<T>): Promise<T> {
	return withTimeout(work, storageTimeout, "The bucket does not answer");
}

/** Most objects that the bucket deletes with one call. */
export const mostDeleted = 1_000;

/** Deletes objects; of those that are not there nothing is said. @throws TimedOut */
export async function deleteObjects({ files }: Pick<Ctx, "files">, keys: readonly string[]): Promise<void> {
	for (let from = 0; from < keys.length; from += mostDeleted)
		await withStorageTimeout(files.delete(keys.slice(from, from + mostDeleted)));
}

/** Opens an object for reading. Refuses when the bucket does not answer or lacks the object. */
export async function readObject(ctx: Ctx, key: string): Promise<Result<R2ObjectBody, "storage-failed">> {
	try {
		const object = await withStorageTimeout(ctx.files.get(key));
		if (object) return done(object);
		logLine("error", "object-missing", { requestId: ctx.requestId });
	} catch (error) {
		logLine("error", "object", { requestId: ctx.requestId, ...describeError(error) });
	}
	return refuse("storage-failed");
}

/** Most bytes of the flight logs of an edition. All competitors together send a tenth of it. */
export const mostStored = 20_000_000_000;

export function storedLogBytes(db: Db) {
	return db.select({ bytes: editionState.storedLogBytes }).from(editionState);
}
