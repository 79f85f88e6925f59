import type { Ctx } from "~/lib/context";
import { editionOrigin } from "~/lib/editions/edition-origin";
import { describeError, logLine } from "~/lib/http/log.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Settings } from "~/lib/settings.server";
import { type ComposedMail, composeMail } from "./compose-mail";
import { type Delivery, deliver } from "./deliver.server";
import { keepLocally } from "./local-mailbox.server";
import { claimDueMail, type OutboxRow, settleMail } from "./outbox.server";
import { templateOf } from "./templates/registry.server";

/** Rows that one run sends; what is left waits for the next. */
const mostPerRun = 200;

/** Seconds that a run waits when the provider asks for a pause; for a longer one it ends. */
const longestPause = 5;

/**
 * Sends what is due in the outbox: after the answer to the request that queued it, and by the scheduler. Runs may overlap,
 * also in different isolates. Without a key of the provider mails are kept in the local mailbox in local mode and stay
 * queued elsewhere.
 */
export async function sendQueuedMail(ctx: Ctx): Promise<void> {
	const { settings } = ctx;
	if (!settings.local && !hasKey(settings)) return;
	const startedAt = Date.now();
	// A long run outlives the moment it began in.
	const clock = () => new Date(ctx.now.getTime() + Date.now() - startedAt);
	try {
		for (let sent = 0; sent < mostPerRun; sent += 1) {
			const row = await claimDueMail(ctx, clock());
			if (!row) return;
			const delivery = await attempt(ctx, row);
			await settleMail(ctx, row, delivery, clock());
			if (delivery.outcome !== "sent") {
				const { outcome } = delivery;
				logLine("error", "mail", { requestId: ctx.requestId, mailId: row.id, kind: row.kind, outcome });
				if (delivery.outcome === "later" && delivery.retryAfter !== undefined) {
					if (delivery.retryAfter > longestPause) return;
					await scheduler.wait(delivery.retryAfter * 1000);
				}
			}
		}
	} catch (error) {
		// The lease of a row that was being sent runs out; the next run takes it.
		logLine("error", "mail", { requestId: ctx.requestId, ...describeError(error) });
	}
}

async function attempt(ctx: Ctx, row: OutboxRow): Promise<Delivery> {
	try {
		const mail = await renderMail(ctx, row);
		if (!mail) return { outcome: "refused", error: "withdrawn: there is nobody to get it any more" };
		if (hasKey(ctx.settings)) return await deliver(ctx.settings, row.id, row.recipient, mail);
		await keepLocally(ctx, row.id, row.recipient, mail);
		return { outcome: "sent" };
	} catch (error) {
		return {
			outcome: "later",
			error: error instanceof Error ? `${error.name}: ${error.message}` : "unknown",
		};
	}
}

/** A queued row as a mail in the recipient's language; null when it was withdrawn. */
export async function renderMail(ctx: Ctx, row: OutboxRow): Promise<ComposedMail | null> {
	const template = templateOf(row.kind);
	if (!template) throw new Error(`There is no mail of the kind ${row.kind}`);
	const { edition, settings } = ctx;
	const { t } = textsOf(row.language);
	const origin = editionOrigin(edition.year, settings);
	const { recipient, userId, createdAt, language } = row;
	const content = await template(row.payload, {
		t,
		language,
		edition,
		link: (path) => `${origin}${path}`,
		mail: { recipient, userId, createdAt },
		ctx,
	});
	return content && composeMail(content, { t, language, edition });
}

function hasKey(settings: Settings): settings is Settings & { readonly mail: { readonly apiKey: string } } {
	return settings.mail.apiKey !== null;
}
