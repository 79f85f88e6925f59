import { onDutyAccount } from "~/lib/context";
import type { Db } from "~/lib/db/client.server";
import { readFlashCookie } from "~/lib/http/flash.server";
import { refusalDetailOf, refusalOf } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";
import { editionState } from "~db/schema";
import type { RequestState } from "../../load-context";
import type { RequestScope } from "./request-info.server";

/**
 * Lets a script send the form of a page: the redirect with its message, or the error page, becomes JSON. `msg` is the text of the
 * message in the reader's language, `values` are what the text was made of, `to` is where the redirect leads. `version` is that of the
 * edition's data with what the form has done, `changed` whether this request has done it.
 * @param respond must not throw
 */
export async function replyToScript(
	scope: RequestScope,
	respond: () => Promise<Response>,
): Promise<Response> {
	const response = await respond();
	if (!repliesToScript(scope.request) || isJson(response)) return response;
	const versions = versionOf(response);
	const { t } = textsOf(scope.info.language);
	if (response.status >= 300 && response.status < 400) {
		const flash = readFlashCookie(response);
		const to = response.headers.get("Location");
		const refusal = refusalOf(response);
		if (!flash && refusal) {
			return Response.json(
				{ msg: t(`server.${refusal}`), to, ...versions },
				{ status: refusalStatus[refusal] },
			);
		}
		if (!flash) return Response.json({ msg: null, to, ...versions });
		const reason = refusal ?? "bad-request";
		const status = flash.kind === "success" ? 200 : refusalStatus[reason];
		const { key, values } = refusalDetailOf(response) ?? flash;
		return Response.json({ msg: t(key, { ...values }), values, to, ...versions }, { status });
	}
	if (response.status < 400) return response;
	const retryAfter = response.headers.get("Retry-After");
	return Response.json(
		{ msg: t(`server.${refusalOf(response) ?? reasonOf(response.status)}`) },
		{ status: response.status, headers: retryAfter ? { "Retry-After": retryAfter } : {} },
	);
}

/** Whether a script has sent the form and reads JSON. */
export function repliesToScript(request: Request): boolean {
	return request.method === "POST" && request.headers.get("Accept") === "application/json";
}

const versionHeader = "X-Data-Version";
const changedHeader = "X-Data-Changed";

/** Tells `replyToScript` the version of the data with what the form has done, or else with what has kept it from it. */
export async function addVersion(headers: Headers, { ctx, writes }: RequestState): Promise<void> {
	const version = writes.lastVersion ?? (await readDataVersion(ctx.db));
	headers.set(versionHeader, String(version));
	if (writes.lastVersion !== null) headers.set(changedHeader, "");
}

async function readDataVersion(db: Db): Promise<number> {
	const [state] = await db.select({ dataVersion: editionState.dataVersion }).from(editionState);
	return state?.dataVersion ?? 0;
}

function versionOf({ headers }: Response) {
	return { version: Number(headers.get(versionHeader)), changed: headers.has(changedHeader) };
}

/** Header of a form that waited in the browser: the account that sent it, `onDutyAccount`, or `visitor`. */
const accountHeader = "X-Account";

/** Whether a form is a visitor's, whoever is signed in now. */
export function isVisitors({ headers }: Request): boolean {
	return headers.get(accountHeader) === "visitor";
}

/** Whether a form waited in the browser for one account, or a duty link, while another one has logged in. */
export function isOfAnotherAccount(request: Request, { actor, onDuty }: RequestState["ctx"]): boolean {
	const sender = request.headers.get(accountHeader);
	return sender !== null && !isVisitors(request) && sender !== (actor?.id ?? (onDuty ? onDutyAccount : null));
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
