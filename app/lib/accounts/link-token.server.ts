import { sha256Hex } from "~/lib/digest";

/** SHA-256 in hex. Only the hash of a token is stored. */
export function linkTokenHash(token: string): Promise<string> {
	return sha256Hex(token);
}

/** 32 random bytes as 43 characters of base64url. */
export function randomLinkToken(): string {
	return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}
