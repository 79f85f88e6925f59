import type { Ctx } from "~/lib/context";
import type { ComposedMail } from "./compose-mail";

interface LocalMail extends ComposedMail {
	readonly to: string;
	/** ISO time. */
	readonly sentAt: string;
}

const mostShown = 200;

function prefixOf(ctx: Ctx): string {
	return `${ctx.edition.year}/dev-mail/`;
}

/**
 * Writes a mail to the bucket instead of sending it. Local mode does so when it has no key of the mail provider. The keys in the
 * bucket count the time backwards, so that it lists the newest mail first.
 */
export async function keepLocally(ctx: Ctx, id: string, to: string, mail: ComposedMail): Promise<void> {
	// It does not use `ctx.now`: with CLOCK set it is the same for every mail.
	const order = String(Number.MAX_SAFE_INTEGER - Date.now());
	const stored: LocalMail = { to, ...mail, sentAt: ctx.now.toISOString() };
	await ctx.files.put(`${prefixOf(ctx)}${order}-${id}.json`, JSON.stringify(stored), {
		httpMetadata: { contentType: "application/json" },
	});
}

/** Lists the mails, the newest first. */
export async function localMails(ctx: Ctx): Promise<LocalMail[]> {
	const { objects } = await ctx.files.list({ prefix: prefixOf(ctx), limit: mostShown });
	const bodies = await Promise.all(objects.map(({ key }) => ctx.files.get(key)));
	return Promise.all(bodies.flatMap((body) => (body ? [body.json<LocalMail>()] : [])));
}
