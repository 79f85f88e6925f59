import { eq } from "drizzle-orm";
import { lastErasure, openErasures } from "~/lib/accounts/erasures/erasure-queries.server";
import type { UserCtx } from "~/lib/context";
import { first, read } from "~/lib/db/read.server";
import { erasures } from "~db/schema";

export type ErasureState =
	| { readonly is: "none" }
	/** The mail with the link was sent. */
	| { readonly is: "asked" }
	| { readonly is: "waiting"; readonly dueAt: Date }
	| { readonly is: "objected"; readonly objection: string };

/** How far the signed-in user's request is. */
export async function readErasureState({ db, actor }: UserCtx): Promise<ErasureState> {
	const { open, last } = await read(db, {
		open: first(openErasures(db, eq(erasures.userId, actor.id))),
		last: first(lastErasure(db, actor.id)),
	});
	if (open) return open.dueAt ? { is: "waiting", dueAt: open.dueAt } : { is: "asked" };
	if (last?.outcome === "objected") return { is: "objected", objection: last.objection ?? "" };
	return { is: "none" };
}
