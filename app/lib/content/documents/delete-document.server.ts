import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { AdminCtx } from "~/lib/context";
import { commit, exactlyOne } from "~/lib/db/commit.server";
import { done, type Result, refuse } from "~/lib/result";
import { documents } from "~db/schema";
import { documentById } from "./documents-queries.server";

/** The versions stay in the bucket; the name is free again. */
export async function deleteDocument(ctx: AdminCtx, id: string): Promise<Result<null, "not-found">> {
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
