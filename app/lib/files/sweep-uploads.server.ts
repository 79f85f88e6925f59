import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";

/** Uploads of one noun that were never finished. */
export interface UnfinishedUploads {
	/** Query for at most `most` pending uploads. */
	readonly find: (
		db: Db,
		begunBefore: Date,
		most: number,
	) => PromiseLike<{ readonly id: string; readonly key: string }[]>;
	/** Statements that delete the pending rows, and owners without any other upload. */
	readonly remove: (db: Db, ids: readonly string[]) => readonly BatchItem<"sqlite">[];
}

/** Milliseconds. No request lasts so long: an older pending upload will never be finished. */
const longestUpload = 3_600_000;
/** Uploads of one noun in one run; a statement binds at most 100 values. */
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
		await ctx.files.delete(uploads.map(({ key }) => key));
		const ids = uploads.map(({ id }) => id);
		await commit(ctx, { statements: remove(ctx.db, ids), audit: [], visible: false });
		swept += uploads.length;
	}
	return swept;
}
