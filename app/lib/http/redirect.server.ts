import { redirect } from "@remix-run/cloudflare";
import type { RefusalReason } from "~/lib/refusals";
import type { Result } from "~/lib/result";
import { type FlashKind, flashCookie } from "./flash.server";
import type { FlashKey } from "./flash-keys";

/** What the next page says: the key of a success, or a text with a count or about a failure. */
type Said = FlashKey | { readonly key: FlashKey; readonly kind?: FlashKind; readonly count?: number };

/** What the next page says of the value of a use case; null says nothing. */
export type Says<T> = Said | ((value: T) => Said) | null;

/** Redirects with status 303 after a POST. @param to path of this site */
export function redirectWithFlash(to: string, said: Said, headers: HeadersInit = {}) {
	const { key, kind = "success", count } = typeof said === "string" ? { key: said } : said;
	const all = new Headers(headers);
	all.append("Set-Cookie", flashCookie({ kind, key, values: count === undefined ? {} : { count } }));
	return redirect(to, { status: 303, headers: all });
}

/**
 * Leads to a page that says what became of an act.
 * @param to path of this site
 * @param says after a success
 * @param failure key of the text after a refusal, or after those for some reasons; without it the text of the reason
 */
export function answer<T>(
	to: string,
	result: Result<T>,
	says: Says<T>,
	failure: FlashKey | Partial<Record<RefusalReason, FlashKey>> = {},
) {
	if (!result.ok) {
		const key = typeof failure === "string" ? failure : failure[result.reason];
		return redirectRefused(to, result.reason, key ?? `server.${result.reason}`);
	}
	if (says === null) return redirect(to, 303);
	return redirectWithFlash(to, typeof says === "function" ? says(result.value) : says);
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
		{ key, kind: "error" },
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
