import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { erasures, users } from "~db/schema";
import { type OpenErasure, openErasures } from "./erasure-queries.server";

const folder = "/erase-account/";
const pathOf = (id: string) => `${folder}${id}`;

/**
 * The end of the path that confirms the user's open request, signed for an hour; a second try to send the mail makes another good
 * one. The request itself lets a link be used once.
 * @returns null when no request waits for its confirmation, or the account has another address by now
 */
export async function createErasureLink(
	ctx: Ctx,
	{ userId, email }: { readonly userId: string; readonly email: string },
): Promise<string | null> {
	const unconfirmed = and(eq(erasures.userId, userId), eq(users.email, email), isNull(erasures.confirmedAt));
	const [erasure] = await openErasures(ctx.db, unconfirmed);
	if (!erasure) return null;
	return (await signPath(ctx, "erasure", pathOf(erasure.id))).slice(folder.length);
}

/** The open request of a link, confirmed or not; null for a link that nobody was sent, that is too old or has done its work. */
export async function erasureOfLink(ctx: Ctx, id: string, url: URL): Promise<OpenErasure | null> {
	if (!(await isSignedLink(ctx, "erasure", new URL(`${pathOf(id)}${url.search}`, url)))) return null;
	const [erasure] = await openErasures(ctx.db, eq(erasures.id, id));
	return erasure ?? null;
}
