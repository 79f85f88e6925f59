import { redirect } from "@remix-run/cloudflare";
import { type FlashKind, flashCookie } from "./flash.server";

/**
 * Redirect after a successful post (303), with a message for the next page.
 * @param to a path of ours
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

/** A path of this site to go on to, or "/" when the text is anything else (never another host). */
export function ownPath(text: FormDataEntryValue | string | null | undefined): string {
	if (typeof text !== "string" || !text.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(text)) return "/";
	return text;
}
