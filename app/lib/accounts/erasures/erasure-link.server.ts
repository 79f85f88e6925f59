import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "~/lib/context";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { erasures, users } from "~db/schema";
import { type OpenErasure, openErasures } from "./erasure-queries.server";

/** The signature covers the address: after its change, a link that was sent to the old one is good for nothing. */
const signedPath = (id: string, email: string) => `/erase-account/${id}/${encodeURIComponent(email)}`;

/**
 * The end of the path that confirms the user's open request, signed for an hour; a second try to send the mail makes
 * another good one. The request itself lets a link be used once.
 * @returns null when no request waits for its confirmation, or the account has another address by now
 */
export async function createErasureLink(
	ctx: Ctx,
	{ userId, email }: { readonly userId: string; readonly email: string },
): Promise<string | null> {
	const unconfirmed = and(eq(erasures.userId, userId), eq(users.email, email), isNull(erasures.confirmedAt));
	const [erasure] = await openErasures(ctx.db, unconfirmed);
	if (!erasure) return null;
	const { id } = erasure;
	const path = signedPath(id, email);
	return `${id}${(await signPath(ctx, "erasure", path)).slice(path.length)}`;
}

/** The open request of a link, confirmed or not; null for a link that nobody was sent, that is too old or has done its work. */
export async function erasureOfLink(ctx: Ctx, id: string, url: URL): Promise<OpenErasure | null> {
	const [erasure] = await openErasures(ctx.db, eq(erasures.id, id));
	if (!erasure) return null;
	const signed = new URL(`${signedPath(id, erasure.email)}${url.search}`, url);
	return (await isSignedLink(ctx, "erasure", signed)) ? erasure : null;
}
