const REALM = "http://api.soaringspot.com/v1/hmac/v1";

export interface SoaringSpotKeys {
	clientId: string;
	secret: string;
}

/** base64(HMAC-SHA256(secret, nonce + created + client id)), the signature of formats.md section 3. */
export async function soaringSpotSignature(
	keys: SoaringSpotKeys,
	nonce: string,
	created: string,
): Promise<string> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(keys.secret), algorithm, false, ["sign"]);
	const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(nonce + created + keys.clientId));
	return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

/** The `Authorization` header of one request; nonce and time must be fresh for every request. */
export async function soaringSpotAuthorization(
	keys: SoaringSpotKeys,
	nonce: string,
	now: Date,
): Promise<string> {
	const created = `${now.toISOString().slice(0, 19)}Z`;
	const signature = await soaringSpotSignature(keys, nonce, created);
	return `${REALM} ClientID="${keys.clientId}", Signature="${signature}", Nonce="${nonce}", Created="${created}"`;
}

/** Thirty random bytes as base64. */
export function randomNonce(): string {
	return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(30))));
}
