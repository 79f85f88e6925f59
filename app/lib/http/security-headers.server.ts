import type { Edition } from "~editions/schema";

export function createNonce(bytes = 18): string {
	return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
}

/**
 * @param nonce allows the inline scripts of a hydrated page; null for reading pages, which have none
 * @param frameSources origins of the map viewer
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

const permissionsPolicy = (geolocation: "()" | "(self)") =>
	`camera=(), microphone=(), geolocation=${geolocation}, payment=(), usb=()`;

/** `Permissions-Policy` of the one page that may ask a device where it is. */
export const locatingPolicy = permissionsPolicy("(self)");

const always: Readonly<Record<string, string>> = {
	"Strict-Transport-Security": "max-age=31536000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Permissions-Policy": permissionsPolicy("()"),
	"Cross-Origin-Opener-Policy": "same-origin",
};

/** Sets the headers of every response, unless the route has set them. */
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

/** Headers of a page whose address is or holds a secret: other sites must not get it as a referrer. */
export const hiddenAddress = () => ({ "Referrer-Policy": "same-origin" });
