/** Returns the SHA-256 in hex. Text is taken as UTF-8. */
export async function sha256Hex(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
	const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** What stands in a secret link, of which only the digest is stored. */
export function linkToken(): string {
	return hexOf(crypto.getRandomValues(new Uint8Array(24)));
}

function hexOf(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
