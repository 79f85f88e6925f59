import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { withStorageTimeout } from "~/lib/files/storage-timeout.server";
import { objectKey } from "~/lib/files/store-upload.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { done, type Result, refuse } from "~/lib/result";
import { editionState } from "~db/schema";
import type { ByteRange } from "./byte-range";

/** Query for the digest of the edition's basemap; null without one. */
export function basemapInForce(db: Db) {
	return db.select({ basemap: editionState.basemap }).from(editionState);
}

const sha256 = /^[0-9a-f]{64}$/;

/** Opens a part of a basemap. Refuses a digest that names none; a part that begins behind its end is none, either. */
export async function openBasemap(
	ctx: Ctx,
	digest: string,
	{ first, last }: ByteRange,
): Promise<Result<R2ObjectBody, "not-found">> {
	if (!sha256.test(digest)) return refuse("not-found");
	const range = { offset: first, length: last - first + 1 };
	try {
		const object = await withStorageTimeout(ctx.files.get(objectKey(ctx, "basemap", digest), { range }));
		if (object && first < object.size) return done(object);
	} catch (error) {
		logLine("info", "basemap", { requestId: ctx.requestId, ...describeError(error) });
	}
	return refuse("not-found");
}
