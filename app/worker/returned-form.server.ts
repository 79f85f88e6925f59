import { largestForm, readForm } from "~/lib/http/body.server";
import { plainPage } from "~/lib/http/plain-page.server";
import { refusalHeader, refusalOf } from "~/lib/http/redirect.server";
import { holdsText } from "~/lib/http/returned-form-html.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { refuseFailed } from "./failed-request.server";
import type { RequestScope } from "./request-info.server";

/**
 * Responds to a form without losing what was typed. When the response failed, the session has expired or a code is asked for first,
 * the form comes back with its values, to be sent again. Scripts store typed text before that; without them it would be lost.
 * @param respond may throw
 */
export async function withReturnedForm(
	scope: RequestScope,
	respond: () => Promise<Response>,
): Promise<Response> {
	const { info, request } = scope;
	const copy = copyForm(request);
	try {
		const response = await respond();
		// A `.data` request comes from the page's own script, which keeps what was typed.
		const reason = reasonOf(response);
		if (!reason || !copy || info.url.pathname.endsWith(".data")) return response;
		return pageWithForm(scope, reason, await readCopy(copy)) ?? response;
	} catch (error) {
		return refuseFailed(scope, error, copy && (await readCopy(copy)));
	}
}

type Reason = "token-invalid" | "duty-over" | "code-outdated";

/** What the reader has to do before the form can be sent. */
function reasonOf(response: Response): Reason | null {
	const refusal = refusalOf(response);
	if (refusal === "code-outdated" || refusal === "duty-over") return refusal;
	return response.status === 401 ? "token-invalid" : null;
}

/** The typed values below what is lacking, with a link to the login or the code; null when nothing was typed. */
function pageWithForm({ info }: RequestScope, reason: Reason, form: FormData | null): Response | null {
	const { url, language } = info;
	if (!form || !holdsText(form, textsOf(language))) return null;
	const action = `${url.pathname}${url.search}`;
	const page = plainPage({ language, reason, returnTo: action, typed: { form, action } });
	page.headers.set(refusalHeader, reason);
	return page;
}

/** A copy of a small form on its way to an action; null for a large one. */
function copyForm(request: Request): Request | null {
	const { headers } = request;
	if (Number(headers.get("Content-Length") ?? 0) > largestForm) return null;
	// A file whose length is not announced must not be held twice.
	const isMultipart = /^multipart\//i.test(headers.get("Content-Type") ?? "");
	if (!headers.has("Content-Length") && isMultipart) return null;
	// The platform types `cf` of a clone in another way.
	return request.clone() as typeof request;
}

async function readCopy(copy: Request): Promise<FormData | null> {
	const form = await readForm(copy);
	return form.ok ? form.value : null;
}
