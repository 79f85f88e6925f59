import type { Ctx } from "~/lib/context";
import type { ComposedMail } from "./compose-mail";

/** A mail of the local mailbox. */
export interface LocalMail extends ComposedMail {
	readonly to: string;
	/** ISO time. */
	readonly sentAt: string;
}

const mostShown = 200;

function prefixOf(ctx: Ctx): string {
	return `${ctx.edition.year}/dev-mail/`;
}

/**
 * Keeps a mail in the bucket instead of sending it; local mode without a key of the mail provider. Keys begin with the
 * time counted backwards, so that the bucket lists the newest first.
 */
export async function keepLocally(ctx: Ctx, id: string, to: string, mail: ComposedMail): Promise<void> {
	// The real time, not the application's: CLOCK may hold that one still.
	const order = String(Number.MAX_SAFE_INTEGER - Date.now());
	const kept: LocalMail = { to, ...mail, sentAt: ctx.now.toISOString() };
	await ctx.files.put(`${prefixOf(ctx)}${order}-${id}.json`, JSON.stringify(kept), {
		httpMetadata: { contentType: "application/json" },
	});
}

/** The mails of the local mailbox, newest first. */
export async function localMails(ctx: Ctx): Promise<LocalMail[]> {
	const { objects } = await ctx.files.list({ prefix: prefixOf(ctx), limit: mostShown });
	const bodies = await Promise.all(objects.map(({ key }) => ctx.files.get(key)));
	return Promise.all(bodies.flatMap((body) => (body ? [body.json<LocalMail>()] : [])));
}
