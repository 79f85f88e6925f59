import type { Ctx } from "~/lib/context";

/** Lifetime in seconds. */
const lifetime = 3_600;

/** The purpose is part of the signature: a link for one purpose is refused for the others. */
type LinkPurpose =
	| "igc-file"
	| "igc-day"
	| "igc-move"
	| "igc-sent"
	| "igc-own"
	| "erasure"
	| "invitation"
	| "earlier-entry";

/**
 * Signs a path of this edition, for clients that send neither cookie nor token.
 * @param path without a query
 * @param seconds lifetime of the link; an hour by default
 * @returns the path with `expires` (seconds since 1970) and `signature`
 */
export async function signPath(
	ctx: Ctx,
	purpose: LinkPurpose,
	path: string,
	seconds: number = lifetime,
): Promise<string> {
	const expires = Math.floor(ctx.now.getTime() / 1000) + seconds;
	const key = await signingKey(ctx.settings.tokenSecret, "sign");
	const signature = await crypto.subtle.sign("HMAC", key, signed(ctx, purpose, path, expires));
	return `${path}?expires=${expires}&signature=${toBase64Url(signature)}`;
}

/** Whether `signPath` made the URL for this purpose and edition, and the link has not expired. */
export async function isSignedLink(ctx: Ctx, purpose: LinkPurpose, url: URL): Promise<boolean> {
	const expires = url.searchParams.get("expires") ?? "";
	const signature = fromBase64Url(url.searchParams.get("signature") ?? "");
	if (!/^\d{1,12}$/.test(expires) || !signature) return false;
	if (Number(expires) * 1000 <= ctx.now.getTime()) return false;
	const text = signed(ctx, purpose, url.pathname, Number(expires));
	for (const secret of [ctx.settings.tokenSecret, ctx.settings.previousTokenSecret]) {
		// `verify` compares in constant time.
		if (secret && (await crypto.subtle.verify("HMAC", await signingKey(secret, "verify"), signature, text)))
			return true;
	}
	return false;
}

/** The text to sign. Session tokens are signed with the same secret, but their signed text has no line feeds. */
function signed(ctx: Ctx, purpose: LinkPurpose, path: string, expires: number) {
	return new TextEncoder().encode(["link", purpose, ctx.edition.year, expires, path].join("\n"));
}

function signingKey(secret: string, usage: "sign" | "verify"): Promise<CryptoKey> {
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [usage]);
}

function toBase64Url(bytes: ArrayBuffer): string {
	const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
	if (!/^[\w-]{43}$/.test(text)) return null;
	try {
		const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
		return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
	} catch {
		return null;
	}
}
