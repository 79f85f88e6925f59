const realm = "http://api.soaringspot.com/v1/hmac/v1";

export interface SoaringSpotKeys {
	readonly clientId: string;
	readonly secret: string;
}

/** base64(HMAC-SHA256(secret, nonce + created + client id)); `docs/formats.md` section 3. */
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

/** The `Authorization` header. Every request needs a new nonce and the current time. */
export async function soaringSpotAuthorization(
	keys: SoaringSpotKeys,
	nonce: string,
	now: Date,
): Promise<string> {
	const created = `${now.toISOString().slice(0, 19)}Z`;
	const signature = await soaringSpotSignature(keys, nonce, created);
	return `${realm} ClientID="${keys.clientId}", Signature="${signature}", Nonce="${nonce}", Created="${created}"`;
}

export function randomNonce(): string {
	return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(30))));
}
