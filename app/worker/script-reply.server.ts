import { readFlashCookie } from "~/lib/http/flash.server";
import { refusalDetailOf, refusalOf } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import type { Visit } from "./visit";

/**
 * Lets a script send the form of a page: the redirect with its message, or the error page, becomes JSON. `msg` is the text of the
 * message in the reader's language, `values` are what the text was made of, `to` is where the redirect leads.
 * @param respond must not throw
 */
export async function replyToScript(visit: Visit, respond: () => Promise<Response>): Promise<Response> {
	const response = await respond();
	if (visit.request.headers.get("Accept") !== "application/json" || isJson(response)) return response;
	const { t } = textsOf(visit.info.language);
	if (response.status >= 300 && response.status < 400) {
		const flash = readFlashCookie(response);
		const to = response.headers.get("Location");
		const refusal = refusalOf(response);
		if (!flash && refusal) {
			return Response.json({ msg: t(`server.${refusal}`), to }, { status: refusalStatus[refusal] });
		}
		if (!flash) return Response.json({ msg: null, to });
		const reason = refusal ?? "bad-request";
		const status = flash.kind === "success" ? 200 : refusalStatus[reason];
		const { key, values } = refusalDetailOf(response) ?? flash;
		return Response.json({ msg: t(key, { ...values }), values, to }, { status });
	}
	if (response.status < 400) return response;
	const retryAfter = response.headers.get("Retry-After");
	return Response.json(
		{ msg: t(`server.${refusalOf(response) ?? reasonOf(response.status)}`) },
		{ status: response.status, headers: retryAfter ? { "Retry-After": retryAfter } : {} },
	);
}

/** Header of a form that waited in the browser: the account that sent it. */
const accountHeader = "X-Account";

/** Whether a form waited in the browser for one account while another one has logged in. */
export function isOfAnotherAccount(request: Request, account: string | undefined): boolean {
	const sender = request.headers.get(accountHeader);
	return sender !== null && sender !== account;
}

function isJson(response: Response): boolean {
	return response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

function reasonOf(status: number): RefusalReason {
	if (status === 401) return "token-invalid";
	if (status === 403) return "not-admin";
	if (status === 404) return "not-found";
	if (status === 429) return "too-many-requests";
	if (status === 503) return "unavailable";
	return status < 500 ? "bad-request" : "something-went-wrong";
}
