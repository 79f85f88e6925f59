import type { Edition } from "~editions/schema";

/** A random value that lets the inline scripts of one hydrated page run. */
export function createNonce(): string {
	return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
}

/**
 * The content security policy of a page.
 * @param nonce that of a hydrated page; null for reading pages, which hold no inline script
 * @param frameSources where the map viewer may come from
 */
export function contentSecurityPolicy(nonce: string | null, frameSources: readonly string[]): string {
	const inline = nonce ? ` 'nonce-${nonce}'` : "";
	return [
		"default-src 'self'",
		`script-src 'self'${inline}`,
		`style-src 'self'${inline}`,
		"img-src 'self' data:",
		`frame-src ${frameSources.length > 0 ? frameSources.join(" ") : "'none'"}`,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join("; ");
}

const always: Readonly<Record<string, string>> = {
	"Strict-Transport-Security": "max-age=31536000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"Cross-Origin-Opener-Policy": "same-origin",
};

/** Sets what every response leaves with; what a route has set itself stays. */
export function addSecurityHeaders(headers: Headers, { frameSources }: Pick<Edition, "frameSources">): void {
	for (const [name, value] of Object.entries(always)) {
		if (!headers.has(name)) headers.set(name, value);
	}
	if (!headers.has("Content-Security-Policy")) {
		headers.set("Content-Security-Policy", contentSecurityPolicy(null, frameSources));
	}
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
	const type = headers.get("Content-Type");
	if (type && /^(text\/|application\/json)/.test(type) && !type.includes("charset")) {
		headers.set("Content-Type", `${type}; charset=utf-8`);
	}
}
