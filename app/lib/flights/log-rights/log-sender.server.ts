import { eq } from "drizzle-orm";
import { may } from "~/lib/access";
import { deviceOf } from "~/lib/accounts/known-device.server";
import { readToken, signToken } from "~/lib/accounts/token.server";
import type { Ctx } from "~/lib/context";
import { isSignedLink, signPath } from "~/lib/files/signed-link.server";
import { type LogSender, logSenders } from "~db/enums";
import { users } from "~db/schema";

/** What a browser sends with a log beside its session, which ends after 59 minutes. */
export interface SenderProofs {
	/** The cookie of a known device. */
	readonly device: string | null;
	/** The ticket of the form in which the log was chosen. */
	readonly ticket: string | null;
	/** The cookie of the log that the browser sent last (`sentProof`). */
	readonly sent: string | null;
}

export const noProofs: SenderProofs = { device: null, ticket: null, sent: null };

export interface Sender {
	readonly kind: LogSender;
	/** Null for a visitor. */
	readonly accountId: string | null;
	/** Id of the log that the same browser sent last; null after an hour. */
	readonly sentBefore: string | null;
}

/** Returns who sends a log. A ticket decides over the session: another account may have logged in while the log waited. */
export async function senderOf(
	ctx: Ctx,
	pilot: Pick<typeof users.$inferSelect, "id" | "email" | "tokenVersion">,
	{ device, ticket, sent }: SenderProofs,
): Promise<Sender> {
	const accountId = await senderAccount(ctx, ticket);
	const sentBefore = await sentVersion(ctx, sent);
	const kind = (): LogSender => {
		if (accountId === pilot.id) return "pilot";
		if (may(ctx, "logs") && ctx.actor.id === accountId) return "organiser";
		return deviceOf(ctx, pilot, device) ? "device" : "other";
	};
	return { kind: kind(), accountId, sentBefore };
}

/** Returns the sender's account; null for a visitor. */
export async function senderAccount(ctx: Ctx, ticket: string | null): Promise<string | null> {
	return (await accountOfTicket(ctx, ticket)) ?? ctx.actor?.id ?? null;
}

const sentPath = (versionId: string) => `/igc/sent/${versionId}`;

/** A proof for an hour that its holder has sent a log. The bytes of the log are not a proof: somebody else may have them. */
export async function sentProof(ctx: Ctx, versionId: string): Promise<string> {
	return (await signPath(ctx, "igc-sent", sentPath(versionId))).slice(sentPath("").length);
}

async function sentVersion(ctx: Ctx, proof: string | null): Promise<string | null> {
	if (proof === null) return null;
	const url = new URL(sentPath(proof), "https://path.invalid");
	return (await isSignedLink(ctx, "igc-sent", url)) ? url.pathname.slice(sentPath("").length) : null;
}

/** Whether a sender has a greater right to say whose log it is. */
export function isStronger(sender: LogSender, than: LogSender): boolean {
	return logSenders.indexOf(sender) < logSenders.indexOf(than);
}

/** Makes the ticket for the upload form of the signed-in user; null for a visitor. */
export async function uploadTicket(ctx: Ctx): Promise<string | null> {
	const { db, actor } = ctx;
	if (!actor) return null;
	const [user] = await db
		.select({ id: users.id, tokenVersion: users.tokenVersion })
		.from(users)
		.where(eq(users.id, actor.id));
	return user ? signToken("upload", user, ctx) : null;
}

/** The account of a ticket. A new password and an erased account end tickets, as they end sessions. */
async function accountOfTicket(ctx: Ctx, ticket: string | null): Promise<string | null> {
	const claims = ticket ? await readToken("upload", ticket, ctx) : null;
	if (!claims) return null;
	const [user] = await ctx.db
		.select({ tokenVersion: users.tokenVersion, erasedAt: users.erasedAt })
		.from(users)
		.where(eq(users.id, claims.userId));
	return user && !user.erasedAt && user.tokenVersion === claims.tokenVersion ? claims.userId : null;
}
