import { Resend } from "resend";
import type { Settings } from "~/lib/settings.server";
import type { ComposedMail } from "./compose-mail";

export type SendResult =
	| { readonly outcome: "sent" }
	/**
	 * The mail is to be tried again. `retryAfter` is in seconds, and set when the provider asks for a pause; `noAnswer` when there was no
	 * line to it, or none for long enough.
	 */
	| {
			readonly outcome: "later";
			readonly error: string;
			readonly retryAfter?: number;
			readonly noAnswer?: boolean;
	  }
	/** The provider takes no more mails in this day or month. */
	| { readonly outcome: "quota"; readonly error: string; readonly period: "day" | "month" }
	/** The mail must not be tried again. */
	| { readonly outcome: "refused"; readonly error: string };

const timeoutMilliseconds = 10_000;

/** Statuses below 500 that are not the mail's fault: a wrong key, a timeout, too many at once. */
const passingStatuses = new Set([401, 403, 408, 409, 429]);

/** Errors of a spent quota, by https://resend.com/docs/api-reference/errors. */
const quotas: Readonly<Record<string, "day" | "month" | undefined>> = {
	daily_quota_exceeded: "day",
	monthly_quota_exceeded: "month",
};

/**
 * Sends one mail through Resend.
 * @param key key of idempotency: the provider remembers it for a day and does not send a mail with the same key again
 */
export async function sendMail(
	settings: Settings & { readonly mail: { readonly apiKey: string } },
	key: string,
	to: string,
	mail: ComposedMail,
): Promise<SendResult> {
	const { apiKey, baseUrl, from } = settings.mail;
	const { attachments: pictures, ...content } = mail;
	const attachments = pictures.map(({ name, png }) => ({
		filename: name,
		content: png,
		contentType: "image/png",
		contentId: name,
	}));
	const resend = new Resend(apiKey, baseUrl ? { baseUrl } : {});
	const { error, headers } = await resend.emails.send(
		{ from, to, ...content, ...(attachments.length > 0 ? { attachments } : {}) },
		{ idempotencyKey: key, signal: AbortSignal.timeout(timeoutMilliseconds) },
	);
	if (!error) return { outcome: "sent" };
	// The provider accepted an earlier attempt, but its answer was lost. This attempt differs only in its reset token.
	if (error.name === "invalid_idempotent_request") return { outcome: "sent" };
	const text = `${error.statusCode ?? "no answer"} ${error.name}: ${error.message}`;
	const period = quotas[error.name];
	if (period) return { outcome: "quota", error: text, period };
	const status = error.statusCode;
	if (status !== null && status < 500 && !passingStatuses.has(status))
		return { outcome: "refused", error: text };
	const retryAfter = Number(headers?.["retry-after"]);
	return {
		outcome: "later",
		error: text,
		...(status === 429 && retryAfter > 0 ? { retryAfter } : {}),
		...(status === null ? { noAnswer: true } : {}),
	};
}
