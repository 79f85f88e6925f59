import { createInvitationLink } from "~/lib/accounts/accept-invitation.server";
import { createEmailLink } from "~/lib/accounts/email/email-claims.server";
import { createErasureLink } from "~/lib/accounts/erasure-requests.server";
import { createResetToken } from "~/lib/accounts/reset-password.server";
import type { Ctx } from "~/lib/context";
import type { MailPayloads } from "~/lib/db/mail-to";
import { editionOrigin } from "~/lib/editions/edition-hosts";
import { ownLogProof } from "~/lib/flights/log-rights/confirm-log.server";
import { describeError, logLine } from "~/lib/http/log.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type ComposedMail, composeMail } from "~/lib/mail/compose-mail";
import { keepLocally } from "~/lib/mail/local-mailbox.server";
import {
	claimDueMail,
	mailsLeftToday,
	nobodyToGetIt,
	type OutboxRow,
	settleMail,
} from "~/lib/mail/outbox.server";
import { type SendResult, sendMail } from "~/lib/mail/send-mail.server";
import type { MailTools, TokenPurpose } from "~/lib/mail/template";
import { dropVainMails } from "~/lib/scoring/results-mails.server";
import type { Settings } from "~/lib/settings.server";
import { taskPictures } from "~/lib/tasks/task-pictures.server";
import { templateOf } from "./registry.server";

/** Most mails of one run. The next run sends the rest. */
const mostPerRun = 200;

/** Milliseconds after which a run begins no other mail, so that it has ended when the schedule starts the next one. */
const longestRun = 45_000;

/** Seconds. When the provider asks for a longer pause, the run ends. */
const longestPause = 5;

/**
 * Sends the due mails of the outbox, both after the response to the request that queued them and by the schedule. Runs may overlap,
 * even in different isolates. Without a key of the mail provider, mails go to the local mailbox in local mode and stay queued
 * otherwise.
 */
export async function sendQueuedMail(ctx: Ctx): Promise<void> {
	const { settings } = ctx;
	if (!settings.local && !hasKey(settings)) return;
	const startedAt = Date.now();
	// A run can take minutes, but `ctx.now` does not move.
	const clock = () => new Date(ctx.now.getTime() + Date.now() - startedAt);
	// All mails to a class share the pictures.
	const pictures = taskPictures(ctx);
	try {
		await dropVainMails(ctx);
		const left = await mailsLeftToday(ctx);
		for (let sent = 0; sent < mostPerRun && Date.now() - startedAt < longestRun; sent += 1) {
			const row = await claimDueMail(ctx, clock(), sent >= left);
			if (!row) return;
			const result = await attempt(ctx, row, pictures);
			await settleMail(ctx, row, result, clock());
			if (result.outcome !== "sent") {
				const { outcome } = result;
				logLine("error", "mail", { requestId: ctx.requestId, mailId: row.id, kind: row.kind, outcome });
				if (result.outcome === "quota") return;
				if (result.outcome === "later" && result.retryAfter !== undefined) {
					if (result.retryAfter > longestPause) return;
					await scheduler.wait(result.retryAfter * 1000);
				}
			}
		}
	} catch (error) {
		// The lease of the claimed row will run out, and the next run will take it.
		logLine("error", "mail", { requestId: ctx.requestId, ...describeError(error) });
	}
}

async function attempt(ctx: Ctx, row: OutboxRow, pictures: MailTools["taskPictures"]): Promise<SendResult> {
	try {
		const mail = await renderMail(ctx, row, {
			token: (purpose) => tokenFor(ctx, row, purpose),
			taskPictures: pictures,
		});
		if (!mail) return { outcome: "refused", error: `${nobodyToGetIt}: there is nobody to get it any more` };
		if (hasKey(ctx.settings)) return await sendMail(ctx.settings, row.id, row.recipient, mail);
		await keepLocally(ctx, row.id, row.recipient, mail);
		return { outcome: "sent" };
	} catch (error) {
		return {
			outcome: "later",
			error: error instanceof Error ? `${error.name}: ${error.message}` : "unknown",
		};
	}
}

async function tokenFor(
	ctx: Ctx,
	{ userId, recipient, createdAt, payload }: OutboxRow,
	purpose: TokenPurpose,
): Promise<string | null> {
	// Who is invited may have no account.
	if (purpose === "invitation") return createInvitationLink(ctx, (payload as MailPayloads["invitation"]).id);
	if (!userId) return null;
	switch (purpose) {
		case "reset":
			return createResetToken(ctx, { userId, email: recipient, requestedAt: createdAt });
		case "erase":
			return createErasureLink(ctx, { userId, email: recipient });
		case "own-log":
			return ownLogProof(ctx, (payload as MailPayloads["flight-log-sent"]).versionId);
		default:
			return createEmailLink(ctx, purpose, { userId, recipient });
	}
}

function hasKey(settings: Settings): settings is Settings & { readonly mail: { readonly apiKey: string } } {
	return settings.mail.apiKey !== null;
}

type Rendered = Pick<OutboxRow, "kind" | "language" | "payload">;

/** Returns null when the template withdraws the mail. */
async function renderMail(
	{ edition, settings }: Ctx,
	{ kind, language, payload }: Rendered,
	made: Pick<MailTools, "token" | "taskPictures">,
): Promise<ComposedMail | null> {
	const template = templateOf(kind);
	if (!template) throw new Error(`There is no mail of the kind ${kind}`);
	const { t } = textsOf(language);
	const origin = editionOrigin(edition, settings);
	const content = await template(payload, {
		t,
		language,
		edition,
		link: (path) => `${origin}${path}`,
		...made,
	});
	return content && composeMail(content, { t, language, edition });
}

/** Kinds whose content needs no payload; that of an entry has none to an address that nobody has verified. */
const withoutPayload: readonly string[] = [
	"entry-submitted",
	"erasure-confirm",
	"password-changed",
	"password-reset",
];

/** Stands for the token of a sent mail, which is made at sending and stored nowhere. */
const noToken = "…";

interface ShownMail extends Omit<ComposedMail, "html"> {
	/** Whether a token stands in a link. */
	readonly hasToken: boolean;
}

/**
 * A mail as it was or will be sent, for organisers to read; its link has no token. Null when its content has been erased, with an
 * account or after its time, and for a kind that only an older version had.
 */
export async function shownMail(ctx: Ctx, row: OutboxRow): Promise<ShownMail | null> {
	const erased =
		row.recipient === "" ||
		(Object.keys(row.payload as object).length === 0 && !withoutPayload.includes(row.kind));
	if (erased || !templateOf(row.kind)) return null;
	let hasToken = false;
	const token = async () => {
		hasToken = true;
		return noToken;
	};
	const mail = await renderMail(ctx, row, { token, taskPictures: taskPictures(ctx) });
	return mail && { subject: mail.subject, text: mail.text, attachments: mail.attachments, hasToken };
}
