import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { commit } from "~/lib/db/commit.server";

/** Uploads of one noun that were begun and never finished. */
export interface UnfinishedUploads {
	/** Query for pending uploads begun before an instant, at most `most` of them. */
	readonly find: (
		db: Db,
		begunBefore: Date,
		most: number,
	) => PromiseLike<{ readonly id: string; readonly key: string }[]>;
	/** Statements that remove pending rows, and owners that are left without any upload. */
	readonly remove: (db: Db, ids: readonly string[]) => readonly BatchItem<"sqlite">[];
}

/** No request lasts so long, so nobody finishes an upload that is being swept. */
const longestUpload = 3_600_000;
/** Uploads of one noun that one run removes; a statement binds at most 100 values. */
const mostAtOnce = 50;

/**
 * Removes what broken uploads left: first the objects, then the rows that name them, so that a sweep that breaks
 * off itself is made good by the next one.
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
