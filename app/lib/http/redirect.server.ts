import { redirect } from "@remix-run/cloudflare";
import type { RefusalReason } from "~/lib/refusals";
import { type FlashKind, type FlashValues, flashCookie } from "./flash.server";
import type { FlashKey } from "./flash-keys";

/**
 * Redirects with status 303 after a successful POST.
 * @param to path of this site
 */
export function redirectWithFlash(
	to: string,
	kind: FlashKind,
	key: FlashKey,
	values: FlashValues = {},
	headers: HeadersInit = {},
) {
	const all = new Headers(headers);
	all.append("Set-Cookie", flashCookie({ kind, key, values }));
	return redirect(to, { status: 303, headers: all });
}

/** The path to which a login or a signup leads, from its parameter `redirectTo`. */
export function nextPath(request: Request): string {
	return ownPath(new URL(request.url).searchParams.get("redirectTo"));
}

/** Headers of the response to a refused form, for scripts: the reason, and a more precise text. */
export const refusalHeader = "X-Refusal";
const detailHeader = "X-Refusal-Detail";

/** A text that contains words. Scripts show it; the flash cookie must not hold it. */
interface RefusalDetail {
	readonly key: string;
	readonly values: Readonly<Record<string, string>>;
}

/** Redirects with status 303 after a form that a use case refused. */
export function redirectRefused(to: string, reason: RefusalReason, key: FlashKey, detail?: RefusalDetail) {
	return redirectWithFlash(
		to,
		"error",
		key,
		{},
		{
			[refusalHeader]: reason,
			...(detail ? { [detailHeader]: encodeURIComponent(JSON.stringify(detail)) } : {}),
		},
	);
}

/** The text for scripts that `redirectRefused` sends; null when there is none. */
export function refusalDetailOf(response: Response): RefusalDetail | null {
	const detail = response.headers.get(detailHeader);
	return detail === null ? null : (JSON.parse(decodeURIComponent(detail)) as RefusalDetail);
}

const codePage = "/confirm";

/** Asks for a code of the second factor first. @param returnTo path of the page to continue with */
export function redirectToCode(returnTo: string) {
	const headers = { [refusalHeader]: "code-outdated" satisfies RefusalReason };
	return redirect(`${codePage}?${new URLSearchParams({ redirectTo: returnTo })}`, { status: 303, headers });
}

/** The reason why a form was refused; null for any other response. */
export function refusalOf(response: Response): RefusalReason | null {
	return response.headers.get(refusalHeader) as RefusalReason | null;
}

/** Returns the text if it is a path of this site, else "/": a redirect must not lead to another host. */
export function ownPath(text: FormDataEntryValue | string | null | undefined): string {
	if (typeof text !== "string" || !text.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(text)) return "/";
	return text;
}
