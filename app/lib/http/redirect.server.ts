import { redirect } from "@remix-run/cloudflare";
import type { RefusalReason } from "~/lib/refusals";
import { type FlashKind, flashCookie } from "./flash.server";

/**
 * Redirects with status 303 after a successful POST.
 * @param to path of this site
 */
export function redirectWithFlash(
	to: string,
	kind: FlashKind,
	key: string,
	values: Readonly<Record<string, string | number>> = {},
	headers: HeadersInit = {},
) {
	const all = new Headers(headers);
	all.append("Set-Cookie", flashCookie({ kind, key, values }));
	return redirect(to, { status: 303, headers: all });
}

/** Where a login or a signup leads: its parameter `redirectTo`. */
export function nextPath(request: Request): string {
	return ownPath(new URL(request.url).searchParams.get("redirectTo"));
}

/** Header of the response to a refused form: the reason, for scripts. */
export const refusalHeader = "X-Refusal";

/** Redirects with status 303 after a form that a use case refused. */
export function redirectRefused(
	to: string,
	reason: RefusalReason,
	key: string,
	values: Readonly<Record<string, string | number>> = {},
) {
	return redirectWithFlash(to, "error", key, values, { [refusalHeader]: reason });
}

const codePage = "/confirm";

/** Asks for a code of the second factor first. @param returnTo path of the page to go on with */
export function redirectToCode(returnTo: string) {
	const headers = { [refusalHeader]: "code-outdated" satisfies RefusalReason };
	return redirect(`${codePage}?${new URLSearchParams({ redirectTo: returnTo })}`, { status: 303, headers });
}

/** Why a form was refused; null for any other response. */
export function refusalOf(response: Response): RefusalReason | null {
	return response.headers.get(refusalHeader) as RefusalReason | null;
}

/** The text if it is a path of this site, else "/": a redirect must not lead to another host. */
export function ownPath(text: FormDataEntryValue | string | null | undefined): string {
	if (typeof text !== "string" || !text.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(text)) return "/";
	return text;
}
