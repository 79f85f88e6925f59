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

/** The next run sends the rest. */
const mostPerRun = 200;

/** In seconds. When the provider asks for a longer pause, the run ends. */
const longestPause = 5;

/**
 * Sends the due mails of the outbox: after the response to the request that queued them, and by the schedule. Runs may
 * overlap, also in different isolates. Without a key of the mail provider, mails go to the local mailbox in local mode
 * and stay queued otherwise.
 */
export async function sendQueuedMail(ctx: Ctx): Promise<void> {
	const { settings } = ctx;
	if (!settings.local && !hasKey(settings)) return;
	const startedAt = Date.now();
	// A run can take minutes, in which `ctx.now` stands still.
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
		// The claimed row's lease runs out, and the next run takes it.
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

/** Null when the template withdraws the mail. */
async function renderMail(ctx: Ctx, row: OutboxRow): Promise<ComposedMail | null> {
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
