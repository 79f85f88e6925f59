import { plainPage } from "~/lib/http/plain-page.server";
import { holdsText } from "~/lib/http/typed-form.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import type { Arrival } from "./request-info.server";

/**
 * What the sender of a form reads whose session has ended meanwhile: where to log in, and what was typed, to be sent again. Scripts put
 * typed text aside before that; without them, or when the session ended on another device, it would be lost.
 * @param response the page's own answer; it stands unless it asks for a login
 * @param typed reads the form a second time; null for what is no small form
 */
export async function keepTypedText(
	response: Response,
	{ place: { url }, language }: Arrival,
	typed: (() => Promise<FormData | null>) | null,
): Promise<Response> {
	// A `.data` request is the page's own script, which stays with what was typed.
	if (response.status !== 401 || url.pathname.endsWith(".data")) return response;
	const form = await typed?.();
	if (!form || !holdsText(form, textsOf(language))) return response;
	const action = `${url.pathname}${url.search}`;
	return plainPage({ language, reason: "token-invalid", returnTo: action, kept: { form, action } });
}
